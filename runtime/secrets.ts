import type { Config } from "#config.ts";

import { loadSecretFile } from "./secret-file.ts";

/** Loads the secret of signed URLs and cursors: SIGNING_SECRET, else the secret in the data folder. */
export async function loadSigningSecret(config: Config): Promise<string> {
  return config.SIGNING_SECRET ?? loadSecretFile(config.DATA_DIR, "signing-secret");
}

/** Loads the key that encrypts stored secrets: MASTER_KEY, else the key in the data folder. */
export async function loadMasterKey(config: Config): Promise<string> {
  return config.MASTER_KEY ?? loadSecretFile(config.DATA_DIR, "master-key");
}
