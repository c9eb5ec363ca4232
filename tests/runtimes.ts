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
  "node@22": (bundle) => run("npx", "-y", `node-${npmPlatform()}@22`, bundle), // the oldest one that is maintained
  "node@26": (bundle) => run("npx", "-y", `node-${npmPlatform()}@26`, bundle),
  "bun": (bundle) => run("npx", "-y", "bun@1.4.5", bundle),
  "workerd": (bundle) => serve(bundle, 'export { worker as default } from "tests.mjs";'), // compiling WebAssembly is forbidden
  "workerd+simd": (bundle) => serve(bundle, SIMD_WORKER), // but importing it is not
};

const SIMD_WORKER = `
import module from "simd.wasm";
import { useSimd } from "tests.mjs";

useSimd(module);
export { worker as default } from "tests.mjs";
`;

/** As npm's packages of Node's programs name it: `linux-x64`, `darwin-arm64`, `win-x64` … */
function npmPlatform(): string {
  const { os, arch } = Deno.build;
  return `${os === "windows" ? "win" : os}-${arch === "x86_64" ? "x64" : "arm64"}`;
}

/** Runs a command to its end and reads its closing line. */
async function run(command: string, ...args: string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(command, { args }).output();
  const outcome = closing(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  if ((code === 0) !== (outcome.failed === 0)) throw new Error(`${outcome.failed} failed, but exit code ${code}`);
  return outcome;
}

/** Prints what a run printed, and reads its closing line. */
function closing(output: string): Outcome {
  console.log(output.trimEnd());
  const [, note, passed, failed] = output.match(/^(\S+): (\d+) passed, (\d+) failed$/m) ?? [];
  if (note === undefined) throw new Error("no closing line");
  return { note, passed: Number(passed), failed: Number(failed) };
}

/** Runs a Worker that answers a request with what the tests print. */
async function serve(bundle: string, main: string): Promise<Outcome> {
  const folder = await Deno.makeTempDir({ dir: bundle.slice(0, bundle.lastIndexOf("/")) });
  await Deno.copyFile(bundle, `${folder}/tests.mjs`);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `127.0.0.1:${listener.addr.port}`;
  listener.close();
  await Deno.copyFile(new URL("../lib/kernel/simd.wasm", import.meta.url), `${folder}/simd.wasm`);
  await Deno.writeTextFile(`${folder}/main.mjs`, main);
  await Deno.writeTextFile(
    `${folder}/config.capnp`,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "${address}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  compatibilityDate = "2026-11-01",
  modules = [
    (name = "main.mjs", esModule = embed "main.mjs"),
    (name = "tests.mjs", esModule = embed "tests.mjs"),
    (name = "simd.wasm", wasm = embed "simd.wasm"),
  ],
);
`,
  );
  // In a session of its own, so that not only npx can be ended, but what it has started.
  const args = ["npx", "-y", "workerd@1.20261117.1", "serve", `${folder}/config.capnp`];
  const server = new Deno.Command("setsid", { args, stdin: "null" }).spawn();
  try {
    return closing(await firstAnswer(`http://${address}/`));
  } finally {
    await new Deno.Command("kill", { args: ["-TERM", "--", `-${server.pid}`] }).output();
    await server.status;
  }
}

/** Asks again until the server is there. */
async function firstAnswer(url: string): Promise<string> {
  for (let tries = 0;; tries++) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (tries === 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Tests of the command and with packages of others, which need Deno. */
const NEEDS_DENO = ["/tests/cli/", "/tests/peers/"];

/** Bundles the tests, and gives back the path. */
async function bundle(folder: string): Promise<string> {
  const tests = testsIn(new URL(".", import.meta.url)).filter((url) => !NEEDS_DENO.some((part) => url.includes(part)));
  const last = new URL("run_all.ts", import.meta.url).href;
  const entry = `${folder}/entry.ts`;
  const imports = tests.map((url) => `import ${JSON.stringify(url)};\n`).join("");
  await Deno.writeTextFile(
    entry,
    `${imports}export * from ${JSON.stringify(last)};
`,
  );
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
    const waiting = names.length > 0 ? names : Object.keys(RUNTIMES);
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
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
    };
    await Promise.all([work(), work()]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  console.log();
  for (const row of rows) console.log(row.map((cell) => cell.padEnd(9)).join(" ").trimEnd());
  return isGood ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
