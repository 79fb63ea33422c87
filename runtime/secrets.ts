import type { Config } from "#config.ts";

import { loadSecretFile } from "./secret-file.ts";

/** A secret with the further ones that are accepted during its rotation. */
export interface RotatingSecret {
  readonly current: string;
  readonly others: readonly string[];
}

/** Loads the secret of signed URLs and cursors: SIGNING_SECRET, else the secret in the data folder. */
export async function loadSigningSecret(config: Config): Promise<RotatingSecret> {
  return {
    current: config.SIGNING_SECRET ?? (await loadSecretFile(config.DATA_DIR, "signing-secret")),
    others: config.SIGNING_SECRETS_OTHER,
  };
}

/** Loads the key that encrypts stored secrets: MASTER_KEY, else the key in the data folder. */
export async function loadMasterKey(config: Config): Promise<RotatingSecret> {
  return {
    current: config.MASTER_KEY ?? (await loadSecretFile(config.DATA_DIR, "master-key")),
    others: config.MASTER_KEYS_OTHER,
  };
}
