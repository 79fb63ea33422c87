import type { Route } from "#api/http/route.ts";

import { createImage } from "./routes/create-image.ts";
import { createSpeech } from "./routes/create-speech.ts";
import { createTranscription } from "./routes/create-transcription.ts";
import { editImage } from "./routes/edit-image.ts";
import { getModel } from "./routes/get-model.ts";
import { listAudioModels } from "./routes/list-audio-models.ts";
import { listModels } from "./routes/list-models.ts";
import { listVoices } from "./routes/list-voices.ts";

/** Every endpoint of the door; a test compares docs/doors/openai.md with it. */
export const routes: readonly Route[] = [
  listModels,
  getModel,
  createImage,
  editImage,
  createSpeech,
  createTranscription,
  listAudioModels,
  listVoices,
];
