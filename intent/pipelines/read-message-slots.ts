import { blankCharacter, type SlotDraft } from "#intent/slots/draft.ts";
import { readAspectRatio } from "#intent/slots/size.ts";
import { readDuration } from "#intent/slots/time.ts";
import { foldInPlace, listQuotes, type Span, trimEndOf } from "#intent/text/normalize.ts";

import { findIntroducedText } from "./introduced-text.ts";
import { tidy } from "./match-phrase.ts";
import { listVoicePhrases, type VoicePhrase } from "./voice-phrase.ts";

/** A message, without the values that the readers of slots have found in it. */
export interface ReadMessage {
  readonly text: string;
  readonly durationSeconds?: number;
  readonly aspectRatio?: string;
  readonly voice?: VoicePhrase["gender"];
  /** Text to be spoken that the message introduces. */
  readonly spoken?: string;
}

/**
 * Lists the ways to read a message: without the text that it introduces and without the phrase that describes the voice,
 * then with them. Lengths and aspect ratios are read everywhere except in quoted and introduced text.
 */
export function listReadings(given: string): ReadMessage[] {
  const message = given.normalize("NFC").replaceAll(blankCharacter, " ");
  const introduced = findIntroducedText(message);
  const whole = readSlots(message);
  if (introduced === null) return [...listVoiced(whole), whole];
  const rest = { ...readSlots(introduced.rest), spoken: introduced.text };
  return [...listVoiced(rest), rest, whole];
}

function listVoiced(read: ReadMessage): ReadMessage[] {
  return listVoicePhrases(read.text).map(({ start, end, gender: voice }) => ({
    ...read,
    text: tidy(`${trimEndOf(read.text.slice(0, start), /[\s,]/u)} ${read.text.slice(end)}`),
    voice,
  }));
}

function readSlots(text: string): ReadMessage {
  const draft: SlotDraft = {
    text: blank(foldInPlace(text), listQuotes(text)),
    parameters: {},
    cuts: [],
    styles: [],
  };
  readDuration(draft);
  readAspectRatio(draft);
  const { durationSeconds, aspectRatio } = draft.parameters;
  const rest = blank(text, draft.cuts).replaceAll(blankCharacter, " ");
  return {
    text: tidy(rest),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
  };
}

function blank(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (result, { start, end }) =>
      result.slice(0, start) + blankCharacter.repeat(end - start) + result.slice(end),
    text,
  );
}
