/**
 * The tests in other runtimes than Deno: bundled into one file, which each runtime runs.
 *
 * `deno task test:runtimes`, or with names: `deno task test:runtimes bun node@22`
 *
 * A runtime that cannot be had is a failure, not a silence.
 *
 * @module
 */

/** How a run ended. */
interface Outcome {
  passed: number;
  failed: number;
  /** What the runtime calls itself, or why there is no result. */
  note: string;
}

/** The runtimes: each takes the path of the bundle. */
const RUNTIMES: Record<string, (bundle: string) => Promise<Outcome>> = {
  "node": (bundle) => run("node", bundle),
  "node@22": (bundle) => run("npx", "-y", `node-${npmPlatform()}@22`, bundle), // the oldest one that is maintained
  "node@26": (bundle) => run("npx", "-y", `node-${npmPlatform()}@26`, bundle),
  "bun": (bundle) => run("npx", "-y", "bun@1.4.5", bundle),
};

/** As npm's packages of Node's programs name it: `linux-x64`, `darwin-arm64`, `win-x64` … */
function npmPlatform(): string {
  const { os, arch } = Deno.build;
  return `${os === "windows" ? "win" : os}-${arch === "x86_64" ? "x64" : "arm64"}`;
}

/** Runs a command to its end and reads its closing line. */
async function run(command: string, ...args: string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(command, { args }).output();
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  console.log(output.trimEnd());
  const [, note, passed, failed] = output.match(/^(\S+): (\d+) passed, (\d+) failed$/m) ?? [];
  if (note === undefined) throw new Error(`no closing line, exit code ${code}`);
  if ((code === 0) !== (failed === "0")) throw new Error(`${failed} failed, but exit code ${code}`);
  return { note, passed: Number(passed), failed: Number(failed) };
}

/** Bundles all tests but those of the command, which needs Deno, and gives back the path. */
async function bundle(folder: string): Promise<string> {
  const tests = testsIn(new URL(".", import.meta.url)).filter((url) => !url.includes("/tests/cli/"));
  const last = new URL("run_all.ts", import.meta.url).href;
  const entry = `${folder}/entry.ts`;
  await Deno.writeTextFile(entry, [...tests, last].map((url) => `import ${JSON.stringify(url)};\n`).join(""));
  const config = new URL("../deno.json", import.meta.url).pathname;
  const target = `${folder}/tests.mjs`;
  // For browsers, so that nothing gets in that only one of the runtimes has.
  const args = ["bundle", "--quiet", "--config", config, "--platform", "browser", "--output", target, entry];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(`deno bundle failed:\n${new TextDecoder().decode(stderr)}`);
  return target;
}

/** All files named `…_test.ts`, in the order of their names. */
function testsIn(folder: URL): string[] {
  return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap(({ name, isDirectory }) =>
    isDirectory ? testsIn(new URL(`${name}/`, folder)) : name.endsWith("_test.ts") ? [new URL(name, folder).href] : []
  );
}

async function main(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in RUNTIMES));
  if (unknown.length > 0) {
    console.error(`no such runtime: ${unknown.join(", ")}; there are ${Object.keys(RUNTIMES).join(", ")}`);
    return 2;
  }
  const folder = await Deno.makeTempDir();
  const rows: string[][] = [["runtime", "passed", "failed", "seconds", ""]];
  let isGood = true;
  try {
    const file = await bundle(folder);
    for (const name of names.length > 0 ? names : Object.keys(RUNTIMES)) {
      const before = performance.now();
      const outcome = await RUNTIMES[name]!(file).catch((error): Outcome => ({
        passed: 0,
        failed: 1,
        note: `${error}`,
      }));
      isGood &&= outcome.failed === 0 && outcome.passed > 0;
      const seconds = ((performance.now() - before) / 1000).toFixed(1);
      rows.push([name, String(outcome.passed), String(outcome.failed), seconds, outcome.note]);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  console.log();
  for (const row of rows) console.log(row.map((cell) => cell.padEnd(9)).join(" ").trimEnd());
  return isGood ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
