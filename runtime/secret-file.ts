import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Loads a secret that all processes of a data folder share, from a file that only its owner can read. The
 * first process creates the file.
 */
export async function loadSecretFile(folder: string, name: string): Promise<string> {
  const file = join(folder, name);
  await mkdir(folder, { recursive: true });
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // A link fails when the file exists, so one writer wins and no reader sees a partial secret.
    await link(own, file).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
