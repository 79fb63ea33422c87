import type { Route } from "#api/http/route.ts";

import { createChatCompletion } from "./routes/create-chat-completion.ts";
import { createImage } from "./routes/create-image.ts";
import { createSpeech } from "./routes/create-speech.ts";
import { createTranscription } from "./routes/create-transcription.ts";
import { createVideo } from "./routes/create-video.ts";
import { deleteVideo } from "./routes/delete-video.ts";
import { editImage } from "./routes/edit-image.ts";
import { editVideo } from "./routes/edit-video.ts";
import { getModel } from "./routes/get-model.ts";
import { getVideoContent } from "./routes/get-video-content.ts";
import { getVideo } from "./routes/get-video.ts";
import { listAudioModels } from "./routes/list-audio-models.ts";
import { listModels } from "./routes/list-models.ts";
import { listVideos } from "./routes/list-videos.ts";
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
  createVideo,
  listVideos,
  editVideo,
  getVideo,
  deleteVideo,
  getVideoContent,
  createChatCompletion,
];
