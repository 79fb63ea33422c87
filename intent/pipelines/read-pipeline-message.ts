import { runInputIssues, type PipelineInput } from "#domain/pipelines/inputs.ts";
import type { MessageFile } from "#domain/pipelines/message-run.ts";

import { findIntroducedText } from "./introduced-text.ts";
import {
  foldCourtesies,
  matchPhrase,
  toPhrase,
  withoutCourtesies,
  type FoldedCourtesies,
  type Phrase,
} from "./match-phrase.ts";
import { phraseLanguages } from "./phrase-file.ts";
import { listReadings, type ReadMessage } from "./read-message-slots.ts";

type PipelineInputs = Readonly<Record<string, PipelineInput>>;

interface Language {
  readonly courtesies: FoldedCourtesies;
  /** Phrases of the built-in pipelines, by id. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
}

/** The readers find lengths and aspect ratios anywhere in a message. */
const readSlot =
  /\{(?:seconds|duration|durationSeconds|aspectRatio|ratio)\}(?:[\s-]*(?:s|sec|secs|seconds?|sekunden?|secondes?|segundos?|secondi)(?!\p{L}))?/giu;

const languages: readonly Language[] = phraseLanguages.map(({ lead, trail, phrases }) => {
  const courtesies = foldCourtesies({ lead, trail });
  const compiled = Object.entries(phrases).map(
    ([id, texts]) => [id, texts.map((text) => compile(text, courtesies))] as const,
  );
  return { courtesies, phrases: new Map(compiled) };
});

function compile(phrase: string, courtesies: FoldedCourtesies): Phrase {
  return toPhrase(phrase.replaceAll(readSlot, " "), courtesies);
}

/** A pipeline that messages can start, with its phrases; those of built-in pipelines are data of each language. */
export interface ChatPipeline {
  readonly pipelineId: string;
  readonly phrases: readonly string[];
}

/**
 * Finds the first pipeline one of whose phrases is the whole message, and returns the texts of the phrase's slots. A
 * message that has more to say than the phrase starts no pipeline.
 */
export function findPhrase(
  message: string,
  pipelines: readonly ChatPipeline[],
): FoundPhrase | null {
  for (const read of listReadings(message)) {
    const found = findIn(read, pipelines);
    if (found !== null) return found;
  }
  return null;
}

interface FoundPhrase {
  readonly pipelineId: string;
  readonly message: ReadMessage;
  readonly slots: Slots;
}

function findIn(read: ReadMessage, pipelines: readonly ChatPipeline[]): FoundPhrase | null {
  for (const { courtesies, phrases: known } of languages) {
    const text = withoutCourtesies(read.text, courtesies);
    for (const { pipelineId, phrases } of pipelines) {
      const own = phrases.map((phrase) => compile(phrase, courtesies));
      for (const phrase of [...own, ...(known.get(pipelineId) ?? [])]) {
        const slots = matchPhrase(phrase, text);
        // "Volcanoes saying: …" is no topic.
        const isRead = slots !== null && !Object.values(slots).some(findIntroducedText);
        if (isRead) return { pipelineId, message: read, slots };
      }
    }
  }
  return null;
}

type Slots = Readonly<Record<string, string>>;

/** Slots up to this length are one sentence; longer ones, such as a narration, may be more. */
const sentenceCharactersMax = 1_000;

/**
 * Converts slots and files of a message to the inputs of a run. Returns null when the pipeline does not accept them, or a
 * file has no input.
 */
export function toRunInputs(
  inputs: PipelineInputs,
  { message, slots, files }: { message: ReadMessage; slots: Slots; files: readonly MessageFile[] },
): Readonly<Record<string, unknown>> | null {
  const values: Record<string, unknown> = { ...readValues(inputs, message) };
  if (message.spoken !== undefined) {
    const name = spokenInputs.find((each) => inputs[each]?.type === "text");
    if (name === undefined || Object.hasOwn(slots, name)) return null;
    values[name] = message.spoken;
  }
  for (const [name, text] of Object.entries(slots)) {
    const input = inputs[name];
    if (input === undefined || text === "") continue;
    if (input.type === "text" && (input.maxLength ?? 0) < sentenceCharactersMax) {
      if (/[.!?。！？]\s*\S/u.test(text)) return null;
    }
    values[name] = toValue(input, text);
  }
  for (const { kind, assetId } of files) {
    const place = Object.entries(inputs).find(
      ([name, input]) => input.type === kind && !Object.hasOwn(values, name),
    );
    if (place === undefined) return null;
    values[place[0]] = { assetId };
  }
  return runInputIssues(inputs, values).length === 0 ? values : null;
}

/** Names of inputs for a text that is spoken. */
const spokenInputs = ["narration", "script", "words", "text"] as const;

/** A value that the pipeline has no input for is an unknown input, so the message does not start it. */
function readValues(
  inputs: PipelineInputs,
  { durationSeconds, aspectRatio, voice }: ReadMessage,
): Record<string, unknown> {
  const names = (...given: string[]) => given.find((name) => Object.hasOwn(inputs, name));
  const seconds = names("seconds", "durationSeconds", "duration");
  const ratio = names("aspectRatio", "ratio");
  return {
    ...(durationSeconds === undefined ? {} : { [seconds ?? "seconds"]: durationSeconds }),
    ...(aspectRatio === undefined ? {} : { [ratio ?? "aspectRatio"]: aspectRatio }),
    ...(voice === undefined ? {} : { voice }),
  };
}

function toValue(input: PipelineInput, text: string): unknown {
  if (input.type === "choice") {
    return input.choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;
  }
  if (input.type === "boolean") return text === "true" || (text === "false" ? false : text);
  const isNumber = input.type === "integer" || input.type === "number";
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
