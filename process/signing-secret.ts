import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Config } from "#config.ts";

/**
 * The secret of signed addresses and cursors: SIGNING_SECRET, else one that the processes of this
 * data folder share. Whoever comes first makes it; the others read it.
 */
export async function loadSigningSecret(config: Config): Promise<string> {
  if (config.SIGNING_SECRET !== undefined) return config.SIGNING_SECRET;
  const file = join(config.DATA_DIR, "signing-secret");
  await mkdir(config.DATA_DIR, { recursive: true });
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // A link fails when the file is there, so one writer wins and no reader sees half a secret.
    await link(own, file).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
