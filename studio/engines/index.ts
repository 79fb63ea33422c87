import type { Capability } from "#studio/capability.ts";
import type { Engine } from "#studio/engine.ts";

import { imageToVideo } from "./camera/image-to-video.ts";
import { videoEditing } from "./editing/video-editing.ts";
import { imageToImage } from "./filters/image-to-image.ts";
import { inpainting } from "./inpainting/inpainting.ts";
import { lipSync } from "./lips/lip-sync.ts";
import { imageTo3d } from "./model3d/image-to-3d.ts";
import { textTo3d } from "./model3d/text-to-3d.ts";
import { enhancement, restoration } from "./repair/repair.ts";
import { textToImage } from "./scene/text-to-image.ts";
import { textToVideo } from "./scene/text-to-video.ts";
import { textToSpeech } from "./speech/text-to-speech.ts";
import { speechToText } from "./transcription/speech-to-text.ts";
import { upscaling } from "./upscaling/upscaling.ts";
import { visionAnalysis } from "./vision/vision-analysis.ts";
import { speechToSpeech } from "./voice/speech-to-speech.ts";

/**
 * The engine of each capability. Without an engine, the server responds with 501
 * `capability_not_available` and lists the capability as unavailable. To add an engine, write its
 * module in this folder and register it here.
 */
export const engines: Readonly<Record<Capability, Engine | undefined>> = {
  "text-to-image": textToImage,
  "image-to-image": imageToImage,
  inpainting,
  "text-to-video": textToVideo,
  "image-to-video": imageToVideo,
  "video-editing": videoEditing,
  "text-to-speech": textToSpeech,
  "speech-to-text": speechToText,
  "speech-to-speech": speechToSpeech,
  upscaling,
  enhancement,
  restoration,
  "lip-sync": lipSync,
  "text-to-3d": textTo3d,
  "image-to-3d": imageTo3d,
  "vision-analysis": visionAnalysis,
};
