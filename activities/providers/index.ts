import type { ProviderAdapter } from "./adapter.ts";
import { blackForestLabs } from "./black-forest-labs.ts";
import { deepgram } from "./deepgram.ts";
import { elevenlabs } from "./elevenlabs.ts";
import { fal } from "./fal.ts";
import { createGoogleCloud } from "./google-cloud.ts";
import { google } from "./google.ts";
import { ideogram } from "./ideogram.ts";
import { kling } from "./kling.ts";
import { lumaDreamMachine } from "./luma-dream-machine.ts";
import { luma } from "./luma.ts";
import { minimax } from "./minimax.ts";
import { openai } from "./openai.ts";
import { recraft } from "./recraft.ts";
import { runway } from "./runway.ts";
import { stabilityAi } from "./stability-ai.ts";
import { studio } from "./studio.ts";
import { syncLabs } from "./sync-labs.ts";
import { topazLabs } from "./topaz-labs.ts";
import { tripo } from "./tripo.ts";

/**
 * What this version can call: providers, and services of providers, by slug. The catalog marks the
 * same ones as integrated; a test compares the two.
 */
export const adapters: Readonly<Record<string, ProviderAdapter>> = {
  "black-forest-labs": blackForestLabs,
  deepgram: deepgram,
  elevenlabs: elevenlabs,
  fal: fal,
  google: google,
  "google-cloud": createGoogleCloud(),
  ideogram: ideogram,
  kling: kling,
  luma: luma,
  "luma-dream-machine": lumaDreamMachine,
  minimax: minimax,
  openai: openai,
  recraft: recraft,
  runway: runway,
  "stability-ai": stabilityAi,
  studio,
  "sync-labs": syncLabs,
  "topaz-labs": topazLabs,
  tripo: tripo,
};
