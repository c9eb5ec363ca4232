/**
 * Files beside the repository, read where the runtime can and the files are there.
 *
 * @module
 */

/** The folder beside the repository; tests run with the repository's root as the working directory. */
const SHARED = "../shared";

/** The bytes of each file of a folder of `../shared`, by name; none, with a line that says so, if it is not there. */
export async function sharedFiles(folder: string, suffix: string): Promise<[name: string, bytes: Uint8Array][]> {
  try {
    const fs = await import("node:fs");
    return fs.readdirSync(`${SHARED}/${folder}`).filter((name) => name.endsWith(suffix)).sort()
      .map((name) => [name, new Uint8Array(fs.readFileSync(`${SHARED}/${folder}/${name}`))]);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : error;
    console.log(`  skipped: no ${SHARED}/${folder} here (${reason})`);
    return [];
  }
}
