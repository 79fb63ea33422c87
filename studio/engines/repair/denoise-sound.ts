import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";

import { removeNoise } from "./remove-noise.ts";
import { rewriteSound } from "./rewrite-sound.ts";

/** Writes `clean.flac`: the recording without noise, by RNNoise, with flat memory. */
export async function denoiseSound(
  file: EngineInput,
  context: EngineContext,
): Promise<EngineOutput> {
  context.progress(0.4, "removing noise");
  return rewriteSound(file, removeNoise, context);
}
