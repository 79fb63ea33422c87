import { defineCatalog } from "./define-provider.ts";
import alibaba from "./providers/alibaba.ts";
import assemblyai from "./providers/assemblyai.ts";
import blackForestLabs from "./providers/black-forest-labs.ts";
import byteplus from "./providers/byteplus.ts";
import deepgram from "./providers/deepgram.ts";
import elevenlabs from "./providers/elevenlabs.ts";
import fal from "./providers/fal.ts";
import google from "./providers/google.ts";
import ideogram from "./providers/ideogram.ts";
import kling from "./providers/kling.ts";
import luma from "./providers/luma.ts";
import meshy from "./providers/meshy.ts";
import minimax from "./providers/minimax.ts";
import openai from "./providers/openai.ts";
import recraft from "./providers/recraft.ts";
import replicate from "./providers/replicate.ts";
import runway from "./providers/runway.ts";
import stabilityAi from "./providers/stability-ai.ts";
import studio from "./providers/studio.ts";
import syncLabs from "./providers/sync-labs.ts";
import together from "./providers/together.ts";
import topazLabs from "./providers/topaz-labs.ts";
import tripo from "./providers/tripo.ts";
import wavespeed from "./providers/wavespeed.ts";
import xai from "./providers/xai.ts";

/** All providers, in the order in which the directory and the catalog page list them. */
export const providers = defineCatalog([
  blackForestLabs,
  openai,
  google,
  stabilityAi,
  ideogram,
  fal,
  runway,
  luma,
  kling,
  elevenlabs,
  topazLabs,
  tripo,
  syncLabs,
  recraft,
  minimax,
  deepgram,
  assemblyai,
  xai,
  together,
  replicate,
  byteplus,
  alibaba,
  meshy,
  wavespeed,
  studio,
]);

export type ProviderSlug = (typeof providers)[number]["slug"];
