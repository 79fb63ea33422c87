import {
  NoSuchModelError,
  type Experimental_VideoModelV4 as VideoModelV4,
  type ImageModelV4,
  type ProviderV4,
  type SpeechModelV4,
  type TranscriptionModelV4,
} from "@ai-sdk/provider";
import { MediaEngine, type MediaEngineOptions } from "@gme/client";

import { createImageModel } from "./image-model.ts";
import type { ModelSettings } from "./model-settings.ts";
import { createOrders } from "./orders.ts";
import { createSpeechModel } from "./speech-model.ts";
import { createTranscriptionModel } from "./transcription-model.ts";
import { createVideoModel } from "./video-model.ts";

export interface MediaEngineProviderSettings extends MediaEngineOptions {
  /** Name in `providerOptions`, `providerMetadata` and logs. Default: `gme`. */
  readonly name?: string | undefined;
  /** Longest wait for one job, which continues afterwards. Default: 15 minutes. */
  readonly jobTimeoutMs?: number | undefined;
}

/** A model id is one of the engine's catalog, a family such as `flux`, or `auto`: the engine chooses. */
export interface MediaEngineProvider extends ProviderV4 {
  image(modelId: string): ImageModelV4;
  speech(modelId: string): SpeechModelV4;
  speechModel(modelId: string): SpeechModelV4;
  transcription(modelId: string): TranscriptionModelV4;
  transcriptionModel(modelId: string): TranscriptionModelV4;
  video(modelId: string): VideoModelV4;
  videoModel(modelId: string): VideoModelV4;
}

/** Creates a provider for one engine. Without `baseUrl` and `apiKey`, `GME_BASE_URL` and `GME_API_KEY` are read. */
export function createMediaEngine({
  name = "gme",
  jobTimeoutMs,
  ...options
}: MediaEngineProviderSettings = {}): MediaEngineProvider {
  let engine: MediaEngine | undefined;
  const settings: Omit<ModelSettings, "modelId"> = {
    name,
    // The environment may lack a URL as long as no model is used.
    engine: () => (engine ??= new MediaEngine(options)),
    jobTimeoutMs,
    orders: createOrders(),
  };
  const image = (modelId: string) => createImageModel({ ...settings, modelId });
  const speech = (modelId: string) => createSpeechModel({ ...settings, modelId });
  const transcription = (modelId: string) => createTranscriptionModel({ ...settings, modelId });
  const video = (modelId: string) => createVideoModel({ ...settings, modelId });
  return {
    specificationVersion: "v4",
    image,
    imageModel: image,
    speech,
    speechModel: speech,
    transcription,
    transcriptionModel: transcription,
    video,
    videoModel: video,
    languageModel: (modelId) => refuse(modelId, "languageModel"),
    embeddingModel: (modelId) => refuse(modelId, "embeddingModel"),
  };
}

/** Provider of the engine that `GME_BASE_URL` and `GME_API_KEY` name. */
export const mediaEngine: MediaEngineProvider = createMediaEngine();

function refuse(modelId: string, modelType: "languageModel" | "embeddingModel"): never {
  throw new NoSuchModelError({ modelId, modelType });
}
