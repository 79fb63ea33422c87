import type { EngineContext } from "#studio/engine.ts";
import { StudioError } from "#studio/errors.ts";

import { installPack } from "./install-pack.ts";
import { findPack, isInstalled } from "./packs.ts";

/** Share of a generation's progress for the download: it happens once, and progress must not go back far. */
const progressShare = 0.2;

/**
 * Installs a model pack when an engine first uses it. The generation shows the stage "fetching model"
 * and the fraction of the download; concurrent generations wait for one download. Throws
 * `pack_unavailable`, with the reason and the remedy, when the pack cannot be fetched.
 */
export async function usePack(
  id: string,
  { settings, signal, progress }: Pick<EngineContext, "settings" | "signal" | "progress">,
): Promise<void> {
  if (await isInstalled(settings.modelsFolder, id)) return;
  const pack = findPack(id);
  progress(0, "fetching model");
  try {
    await installPack(pack, {
      folder: settings.modelsFolder,
      signal,
      onProgress: (fraction) => progress(progressShare * fraction, "fetching model"),
    });
  } catch (error) {
    signal.throwIfAborted();
    const reason = (error as Error).message;
    throw new StudioError(
      "pack_unavailable",
      `The model pack ${id} (${pack.title}) is not installed and could not be fetched: ${reason}, ` +
        `then send the request again, or run \`npm run studio:models ${id}\`.`,
      { cause: error },
    );
  }
}
