import type { Context, Medium } from "#domain/conversations/context.ts";
import { type InputKind, inputKinds } from "#domain/requests/capability.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import { type Label, loadClassifier } from "#intent/classifier.ts";
import type { EmbeddedParser } from "#intent/embedded-parser.ts";
import { readSentences } from "#intent/read-sentences.ts";
import { readSlots } from "#intent/read-slots.ts";
import { analysedCharactersMax, type Span } from "#intent/text/normalize.ts";

import { contentWords } from "./content-words.ts";
import { readSigns, type Signs, unknownWords } from "./read-signs.ts";

/** A message, its relation to earlier ones, and the message as if there were none. */
export interface Reading {
  readonly message: MessageToParse;
  readonly context: Context;
  readonly signs: Signs;
  readonly plain: ParsedMessage;
  readonly parse: EmbeddedParser;
  /** Words of the message that say what it is about. */
  readonly words: readonly string[];
  /** Log-probabilities of the intent classifier for a text that comes with files of these kinds. */
  readonly classify: (text: string, kinds: readonly InputKind[]) => Readonly<Record<Label, number>>;
}

const classifier = loadClassifier();

export function toReading(
  message: MessageToParse,
  context: Context,
  parse: EmbeddedParser,
): Reading {
  const signs = readSigns(message.message);
  const known = new Map<string, Readonly<Record<Label, number>>>();
  const parsedBefore = new Map<string, ParsedMessage>();
  return {
    message,
    context,
    signs,
    parse(input) {
      const key = JSON.stringify([input.message, input.attachments, input.capabilities]);
      const read = parsedBefore.get(key) ?? parse(input);
      parsedBefore.set(key, read);
      return read;
    },
    plain: parse(message),
    words: listContent(message.message, signs),
    classify(text, kinds) {
      const key = `${kinds.join(" ")} ${text}`;
      const scores =
        known.get(key) ??
        readSentences(
          { message: text.slice(0, analysedCharactersMax), attachments: kinds },
          classifier,
        ).scores;
      known.set(key, scores);
      return scores;
    },
  };
}

/** Words of a message that are compared with earlier ones. */
const contentWordsMax = 60;

function listContent(message: string, signs: Signs): string[] {
  const known = [
    ...followUpSpans(signs),
    ...signs.adjustments.map(({ span }) => span),
    ...signs.formats,
    ...readSlots(message, { capability: undefined }).cuts,
  ];
  return unknownWords(signs, { start: 0, end: signs.text.length }, known)
    .slice(0, contentWordsMax)
    .flatMap(contentWords);
}

function followUpSpans({ spans, ordinals, hints }: Signs): Span[] {
  const { again, it, both, same, original, sent, correction, praise, not } = spans;
  const { previous, wish, next, few, dislike } = spans;
  return [
    ...[again, it, both, same, original, sent, correction, praise, not].flat(),
    ...[previous, wish, next, few, dislike].flat(),
    ...hints.map(({ span }) => span),
    ...ordinals.map(({ span }) => span),
  ];
}

/** Kind under which a file of this medium is an input; null for texts and 3D models. */
export function toInputKind(medium: Medium): InputKind | null {
  return inputKinds.find((kind) => kind === medium) ?? null;
}
