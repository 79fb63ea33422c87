import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const clients = fileURLToPath(new URL("../../official-clients", import.meta.url));
const cache = fileURLToPath(new URL("../../../.cache/official-clients", import.meta.url));

/**
 * Installs the packages of `test/official-clients/<name>`, once for each lock file, and returns their folder: for an
 * official client that is too large for the packages of everybody.
 */
export async function installClient(name: string): Promise<string> {
  const source = join(clients, name);
  const lock = await readFile(join(source, "package-lock.json"));
  const folder = join(cache, `${name}-${createHash("sha256").update(lock).digest("hex")}`);
  if (!existsSync(folder)) await install(source, folder);
  return folder;
}

/** Installs aside, so that an interrupted installation leaves nothing, and of two at once the first one counts. */
async function install(source: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(join(cache, "installing-"));
  try {
    await cp(source, temporary, { recursive: true });
    await promisify(execFile)("npm", ["ci", "--ignore-scripts"], { cwd: temporary });
    await rename(temporary, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
