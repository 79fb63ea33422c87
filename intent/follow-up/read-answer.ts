import {
  type Context,
  type QuestionedOption,
  type Turn,
  turnOf,
} from "#domain/conversations/context.ts";
import type { Reference } from "#domain/conversations/follow-up.ts";
import {
  capabilityRules,
  type InputKind,
  missingInputs,
  resultContentType,
  servableCapabilities,
  takesTextOnly,
} from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type { Intent, ParsedMessage } from "#domain/requests/intent.ts";
import { readIntent } from "#intent/read-intent.ts";
import { foldInPlace } from "#intent/text/normalize.ts";

import { type Signs, unknownWords } from "./read-signs.ts";
import type { Reading } from "./reading.ts";
import { ownReferences } from "./requests.ts";

/** Words of an answer in addition to the option that it names. */
const otherWordsMax = 3;

/**
 * Reads the answer to the question with which the last message ended: a file, an option's label or number, or the
 * missing text. Null when there is no question, or when the message does not answer it.
 */
export function readAnswer(reading: Reading): ParsedMessage | null {
  const { context, message } = reading;
  const [asked] = context;
  if (asked?.question === undefined) return null;
  if (message.attachments.length > 0) return answerWithFiles(reading, asked);
  return (
    chooseReferent(reading, asked, asked.question) ?? answerWithText(reading, asked, asked.question)
  );
}

/** The former message, with the files that it lacked. */
function answerWithFiles(
  { message, parse, signs, plain }: Reading,
  asked: Turn,
): ParsedMessage | null {
  const kinds = [...asked.inputs.map(({ kind }) => kind), ...message.attachments];
  const known = asked.capability;
  if (known !== undefined && missingInputs(known, kinds).length === 0 && !takesTextOnly(known)) {
    return complete(asked, { capability: known, kinds, refersTo: ownReferences(message) });
  }
  const isOwnRequest =
    plain.outcome === "parsed" &&
    unknownWords(signs, { start: 0, end: signs.text.length }, []).length > 6;
  if (isOwnRequest) return null;
  const read = parse({ message: asked.text, attachments: kinds });
  // The files alone request nothing.
  if (read.outcome !== "parsed") return read;
  const refersTo = ownReferences(message);
  const { capability } = read.intent;
  return complete(asked, { capability, kinds, intent: read.intent, refersTo });
}

export function complete(
  asked: Turn,
  {
    capability,
    kinds,
    intent,
    refersTo = [],
    inputs = [],
  }: {
    capability: Intent["capability"];
    kinds: readonly InputKind[];
    intent?: Partial<Intent>;
    refersTo?: NonNullable<Intent["understood"]>["refersTo"];
    inputs?: readonly GenerationInput[];
  },
): ParsedMessage {
  return {
    outcome: "parsed",
    intent: {
      subject: asked.subject || (takesTextOnly(capability) ? "" : asked.text),
      parameters: asked.parameters,
      assumptions: [],
      alternatives: [],
      parser: "embedded",
      ...intent,
      capability,
      contentType: resultContentType(capability, kinds),
      confidence: 1,
      understood: { act: "answer", refersTo },
    },
    inputs: [...asked.inputs, ...inputs],
  };
}

const optionNumber = /^\D{0,12}(\d{1,2})\D{0,12}$/u;

/** Reports whether the message is only the number of an option of the question before it. */
export function isOptionNumber({ signs, context }: Reading): boolean {
  return context[0]?.question !== undefined && optionNumber.test(signs.text);
}

/** "The third": one of the results between which the question asked. */
function chooseReferent(
  { signs, context }: Reading,
  asked: Turn,
  options: readonly QuestionedOption[],
): ParsedMessage | null {
  const choices = options.filter(({ refersTo }) => refersTo.length > 0);
  if (choices.length === 0 || asked.capability === undefined) return null;
  const [ordinal] = signs.ordinals;
  const digit = optionNumber.exec(signs.text)?.[1];
  const at =
    ordinal?.ordinal === "last"
      ? choices.length
      : (ordinal?.ordinal ?? (digit === undefined ? undefined : Number(digit)));
  const chosen = at === undefined ? undefined : choices[at - 1];
  if (chosen === undefined) return null;
  const inputs = takesTextOnly(asked.capability) ? [] : inputsOf(asked, chosen.refersTo, context);
  return complete(asked, {
    capability: asked.capability,
    kinds: inputs.map(({ kind }) => kind),
    refersTo: [...chosen.refersTo],
    inputs,
  });
}

/** Files on which the confirmed request works: a repeated request has those of the earlier one. */
function inputsOf(
  { act }: Turn,
  refersTo: readonly Reference[],
  context: Context,
): readonly GenerationInput[] {
  const [first] = refersTo;
  if (first !== undefined && (act === "repeat" || act === "adjust" || act === "keep")) {
    return turnOf(first, context)?.inputs ?? [];
  }
  return refersTo.map((reference): GenerationInput => {
    const kind = reference.kind as InputKind;
    const { ordinal } = reference;
    return "outputOf" in reference
      ? { kind, outputOf: reference.outputOf, ordinal }
      : { kind, inputOf: reference.inputOf, ordinal };
  });
}

/** A medium, an option, or the missing text. */
function answerWithText(
  { message, signs, plain, parse }: Reading,
  asked: Turn,
  options: readonly QuestionedOption[],
): ParsedMessage | null {
  const kinds = asked.inputs.map(({ kind }) => kind);
  const named = findOption(signs, options);
  if (named?.capability !== undefined && named.files === 0 && asked.subject !== "") {
    return complete(asked, { capability: named.capability, kinds });
  }
  const [wanted] = options;
  const needsText = options.length > 0 && options.every((option) => option.takesText);
  if (kinds.length > 0) {
    const together = parse({ message: `${asked.text}. ${message.message}`, attachments: kinds });
    const alone = parse({ message: message.message, attachments: kinds });
    const read = [alone, together].find(
      (one) => one.outcome === "parsed" && !takesTextOnly(one.intent.capability),
    );
    return read?.outcome === "parsed"
      ? complete(asked, { capability: read.intent.capability, kinds, intent: read.intent })
      : null;
  }
  const capability = asked.capability ?? wanted?.capability;
  if (needsText && capability !== undefined && takesTextOnly(capability)) {
    const isOther =
      plain.outcome === "parsed" &&
      plain.intent.capability !== capability &&
      signs.media.size > 0 &&
      !signs.media.has(capabilityRules[capability].contentType);
    if (isOther || plain.outcome === "unsupported") return null;
    const [quote] = signs.quotes;
    const spoken =
      capability !== "text-to-speech" || quote === undefined
        ? undefined
        : {
            start: message.message.indexOf(quote),
            end: message.message.indexOf(quote) + quote.length,
            text: quote,
          };
    const read = readIntent(message.message, capability, spoken);
    const subject = read.subject || (capability === "text-to-speech" ? message.message : "");
    if (subject === "") return null;
    return complete(asked, {
      capability,
      kinds,
      intent: { ...read, subject, parameters: { ...asked.parameters, ...read.parameters } },
    });
  }
  const isOpen = plain.outcome === "parsed" && asked.capability === undefined;
  if (isOpen && servableCapabilities([]).includes(plain.intent.capability)) {
    return complete(asked, { capability: plain.intent.capability, kinds, intent: plain.intent });
  }
  return null;
}

function findOption(
  signs: Signs,
  options: readonly QuestionedOption[],
): QuestionedOption | undefined {
  const text = signs.text.trim();
  const labelled = options.find(({ label }) => foldInPlace(label) === text);
  if (labelled !== undefined) return labelled;
  const whole = { start: 0, end: signs.text.length };
  if (unknownWords(signs, whole, []).length > otherWordsMax) return undefined;
  const { ordinal } = signs.ordinals[0] ?? {};
  if (typeof ordinal === "number") return options[ordinal - 1];
  const [medium] = signs.media;
  return options.find(
    ({ capability }) =>
      capability !== undefined && capabilityRules[capability].contentType === medium,
  );
}
