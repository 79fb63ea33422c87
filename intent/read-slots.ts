import type { Capability } from "#domain/requests/capability.ts";

import { blankCharacter } from "./slots/draft.ts";
import type { SlotDraft, SlotReader } from "./slots/draft.ts";
import { readLanguage } from "./slots/language.ts";
import {
  readCount,
  readFormat,
  readNegativePrompt,
  readOperations,
  readSeed,
} from "./slots/look.ts";
import { readModel } from "./slots/model.ts";
import { readAspectRatio, readPixels, readResolution, readScale } from "./slots/size.ts";
import { readStyle } from "./slots/style.ts";
import {
  readDuration,
  readFrameRate,
  readPlaybackSpeed,
  readSpeechSpeed,
  readTimestamps,
  readTrim,
} from "./slots/time.ts";
import { readVoice } from "./slots/voice.ts";
import { foldInPlace, listQuotes } from "./text/normalize.ts";
import type { Span } from "./text/normalize.ts";

const frame: readonly SlotReader[] = [readPixels, readAspectRatio, readResolution];
const look: readonly SlotReader[] = [readSeed, readNegativePrompt, readCount, readStyle];
const readers = {
  stillImage: [...frame, ...look, (draft) => readFormat(draft, "image")],
  newVideo: [...frame, readDuration, readFrameRate, ...look, (draft) => readFormat(draft, "video")],
  editedVideo: [
    ...frame,
    readTrim,
    readFrameRate,
    readPlaybackSpeed,
    readStyle,
    (draft) => readFormat(draft, "video"),
  ],
  speech: [readLanguage, readVoice, readSpeechSpeed, (draft) => readFormat(draft, "audio")],
  transcript: [readLanguage, readTimestamps, (draft) => readFormat(draft, "text")],
  larger: [readPixels, readResolution, readScale, (draft) => readFormat(draft, "image")],
  enhanced: [readOperations, (draft) => readFormat(draft, "image")],
  restored: [(draft) => readFormat(draft, "image")],
  solid: [...look, (draft) => readFormat(draft, "3d")],
  analysis: [readLanguage],
  synchronised: [readResolution],
  unknown: [...frame, readDuration, readFrameRate, ...look],
} as const satisfies Record<string, readonly SlotReader[]>;

const readersOf: Record<Capability, readonly SlotReader[]> = {
  "text-to-image": readers.stillImage,
  "image-to-image": readers.stillImage,
  inpainting: readers.stillImage,
  "text-to-video": readers.newVideo,
  "image-to-video": readers.newVideo,
  "video-editing": readers.editedVideo,
  "text-to-speech": readers.speech,
  "speech-to-text": readers.transcript,
  "speech-to-speech": readers.speech,
  upscaling: readers.larger,
  enhancement: readers.enhanced,
  restoration: readers.restored,
  "lip-sync": readers.synchronised,
  "text-to-3d": readers.solid,
  "image-to-3d": readers.solid,
  "vision-analysis": readers.analysis,
};

/**
 * Reads the parameters in a message that apply to the capability: "slow" is a speed for speech and has no
 * meaning for an image. Quoted and spoken text is not read.
 */
export function readSlots(
  message: string,
  { capability, spoken = [] }: { capability?: Capability | undefined; spoken?: readonly Span[] },
): SlotDraft {
  const blanked = blank(foldInPlace(message), [...listQuotes(message), ...spoken]);
  const draft: SlotDraft = { text: blanked, parameters: {}, cuts: [], styles: [] };
  readModel(draft);
  for (const read of capability ? readersOf[capability] : readers.unknown) read(draft);
  return draft;
}

/** Overwrites spans with a private-use character, so that positions are kept and no pattern matches there. */
function blank(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (result, { start, end }) =>
      result.slice(0, start) + blankCharacter.repeat(end - start) + result.slice(end),
    text,
  );
}
