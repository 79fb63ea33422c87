import type { Capability } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";

import { readSlots } from "./read-slots.ts";
import { withoutRejectedMedia } from "./rejected-media.ts";
import { detectLanguage } from "./slots/language.ts";
import { findSpeechText } from "./speech-text.ts";
import type { SpeechText } from "./speech-text.ts";
import { readSubject } from "./subject.ts";

/** Subject and parameters of a message; confidence and alternatives are those of no decision. */
export type ReadIntent = Pick<
  Intent,
  "subject" | "parameters" | "assumptions" | "alternatives" | "parser" | "confidence"
> &
  Partial<Pick<Intent, "requestedModel" | "requestedProvider">>;

/**
 * Reads subject and parameters of a message for a capability. `speech` is the text to speak, when it is not
 * to be found in the message.
 */
export function readIntent(
  message: string,
  capability: Capability | undefined,
  speech: SpeechText | undefined = capability === "text-to-speech"
    ? findSpeechText(message)
    : undefined,
): ReadIntent {
  // Text to speak is kept exactly; everything else is read without the media that the message rejects.
  const text = capability === "text-to-speech" ? message : withoutRejectedMedia(message);
  const slots = readSlots(text, { capability, spoken: speech ? [speech] : [] });
  const parameters = { ...slots.parameters };
  const assumptions: string[] = [];
  if (speech && parameters.language === undefined) {
    const language = detectLanguage(speech.text);
    if (language !== undefined && language !== "en") {
      parameters.language = language;
      assumptions.push(`Language "${language}", because the text is written in it.`);
    }
  }
  return {
    subject:
      capability === "text-to-speech"
        ? (speech?.text ?? "")
        : readSubject(text, { cuts: slots.cuts, styles: slots.styles, capability }),
    parameters,
    assumptions,
    alternatives: [],
    parser: "embedded",
    confidence: 0,
    ...(slots.requestedModel === undefined ? {} : { requestedModel: slots.requestedModel }),
    ...(slots.requestedProvider === undefined
      ? {}
      : { requestedProvider: slots.requestedProvider }),
  };
}
