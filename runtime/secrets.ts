import type { Config } from "#config.ts";

import { loadSecretFile } from "./secret-file.ts";

/** The secret of signed addresses and cursors: SIGNING_SECRET, else one of the data folder. */
export async function loadSigningSecret(config: Config): Promise<string> {
  return config.SIGNING_SECRET ?? loadSecretFile(config.DATA_DIR, "signing-secret");
}

/** The key that stored secrets are encrypted under: MASTER_KEY, else one of the data folder. */
export async function loadMasterKey(config: Config): Promise<string> {
  return config.MASTER_KEY ?? loadSecretFile(config.DATA_DIR, "master-key");
}
