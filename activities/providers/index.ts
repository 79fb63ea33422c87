import type { ProviderAdapter } from "./adapter.ts";
import { alibaba } from "./alibaba/alibaba.ts";
import { assemblyai } from "./assemblyai/assemblyai.ts";
import { blackForestLabs } from "./black-forest-labs/black-forest-labs.ts";
import { byteplus } from "./byteplus/byteplus.ts";
import { comfyui } from "./comfyui/comfyui.ts";
import { deepgram } from "./deepgram/deepgram.ts";
import { elevenlabs } from "./elevenlabs/elevenlabs.ts";
import { fal } from "./fal/fal.ts";
import { createGoogleCloud } from "./google/google-cloud.ts";
import { google } from "./google/google.ts";
import { ideogram } from "./ideogram/ideogram.ts";
import { kling } from "./kling/kling.ts";
import { lumaDreamMachine } from "./luma/luma-dream-machine.ts";
import { luma } from "./luma/luma.ts";
import { meshy } from "./meshy/meshy.ts";
import { minimax } from "./minimax/minimax.ts";
import { openaiCompatible } from "./openai-compatible/openai-compatible.ts";
import { openai } from "./openai/openai.ts";
import { recraft } from "./recraft/recraft.ts";
import { replicate } from "./replicate/replicate.ts";
import { runway } from "./runway/runway.ts";
import { stabilityAi } from "./stability-ai/stability-ai.ts";
import { studio } from "./studio/studio.ts";
import { syncLabs } from "./sync-labs/sync-labs.ts";
import { together } from "./together/together.ts";
import { topazLabs } from "./topaz-labs/topaz-labs.ts";
import { tripo } from "./tripo/tripo.ts";
import { wavespeed } from "./wavespeed/wavespeed.ts";
import { xai } from "./xai/xai.ts";

/**
 * Adapters of this version, by the slug of a provider or service, or by the protocol of an own server. The catalog marks the
 * same slugs as integrated; a test compares them.
 */
export const adapters: Readonly<Record<string, ProviderAdapter>> = {
  alibaba,
  assemblyai,
  "black-forest-labs": blackForestLabs,
  byteplus,
  comfyui,
  deepgram: deepgram,
  elevenlabs: elevenlabs,
  fal: fal,
  google: google,
  "google-cloud": createGoogleCloud(),
  ideogram: ideogram,
  kling: kling,
  luma: luma,
  "luma-dream-machine": lumaDreamMachine,
  meshy,
  minimax: minimax,
  openai: openai,
  "openai-compatible": openaiCompatible,
  recraft: recraft,
  replicate,
  runway: runway,
  "stability-ai": stabilityAi,
  studio,
  "sync-labs": syncLabs,
  together,
  "topaz-labs": topazLabs,
  tripo: tripo,
  wavespeed,
  xai,
};
