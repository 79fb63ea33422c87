import type { Config } from "#config.ts";
import { createVault, type Vault } from "#db/vault.ts";
import { loadMasterKey } from "#runtime/secrets.ts";

/** Opens the vault of a process under its configured master keys. */
export async function openVault(config: Config): Promise<Vault> {
  const { current, others } = await loadMasterKey(config);
  return createVault(current, others);
}
