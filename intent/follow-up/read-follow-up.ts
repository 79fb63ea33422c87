import {
  type Context,
  type ContextFile,
  listGroups,
  type Medium,
  type Turn,
} from "#domain/conversations/context.ts";
import type { FollowUpAct, Reference } from "#domain/conversations/follow-up.ts";
import { type AdjustedField, nextValue } from "#domain/conversations/next-value.ts";
import { findReferent, type Mention, type Referent } from "#domain/conversations/referents.ts";
import { countMentioned } from "#domain/conversations/subject-words.ts";
import {
  type Capability,
  capabilityRules,
  servableCapabilities,
  type InputKind,
  inputKinds,
  missingInputs,
  resultContentType,
  takesTextOnly,
} from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type {
  GenerationParameters,
  Intent,
  MessageToParse,
  OpenIntent,
  ParsedMessage,
  Question,
} from "#domain/requests/intent.ts";
import type { EmbeddedParser } from "#intent/embedded-parser.ts";
import type { Span } from "#intent/normalize.ts";
import { askForCapability, askForMedium, askForSubject } from "#intent/questions.ts";
import { readIntent } from "#intent/read-intent.ts";
import { readSlots } from "#intent/read-slots.ts";

import { contentWords, listParts, wordsOfTurn } from "./content-words.ts";
import { isOptionNumber, readAnswer } from "./read-answer.ts";
import { readSigns, type Signs, unknownWords } from "./read-signs.ts";
import { isTrusted, type Reading } from "./trust.ts";

/** Words that a part of a message may have in addition to those of a follow-up. */
const otherWordsMax = 1;
/** Confidence below which a change of a file leads to a question. */
const changeConfidenceMin = 0.9;
/** Confidence from which a message that names no earlier file stands for itself. */
const newConfidenceMin = 0.9;

/**
 * Reads a message with the earlier messages of its conversation. A message whose relation to them is uncertain leads to
 * a question, never to a paid request.
 */
export function readFollowUp(
  message: MessageToParse,
  context: Context,
  parse: EmbeddedParser,
): ParsedMessage {
  const reading = toReading(message, context, parse);
  const read = readByRules(reading);
  if (read.outcome !== "parsed" || context.length === 0 || isOptionNumber(reading)) return read;
  return isTrusted(reading, read.intent) ? read : askToConfirm(reading, read);
}

type ParsedRequest = Extract<ParsedMessage, { outcome: "parsed" }>;

export function toReading(
  message: MessageToParse,
  context: Context,
  parse: EmbeddedParser,
): Reading {
  return { message, context, parse, plain: parse(message), signs: readSigns(message.message) };
}

/** Reads a message by the words that relate it to earlier ones. */
export function readByRules(reading: Reading): ParsedMessage {
  const { message, signs } = reading;
  if (signs.has.switch && message.attachments.length === 0 && !signs.has.same) {
    const isFirst = (signs.spans.switch[0]?.start ?? 0) < switchStartMax;
    if (isFirst) return readNew(reading);
  }
  return (
    readAnswer(reading) ??
    readThanks(reading) ??
    readKeep(reading) ??
    readAdjust(reading) ??
    readRepeat(reading) ??
    readCorrection(reading) ??
    readWork(reading) ??
    readNew(reading)
  );
}

/** Characters before the words that change the subject. */
const switchStartMax = 60;

/** Confidence below which a description leads to a question. */
const describedConfidenceMin = 0.6;

/** Confidence from which a named medium settles a request. */
const namedMediumMin = 0.6;

/** Reads a message that stands for itself. One that leaves the medium or the act open leads to a question. */
function readNew(reading: Reading): ParsedMessage {
  const { plain, signs, message, parse } = reading;
  const { attachments } = message;
  const isOpen =
    attachments.length === 0
      ? namesTwoMedia(signs) || namesMediumOnly(signs)
      : signs.has.vague && plain.outcome === "parsed" && plain.intent.confidence < newConfidenceMin;
  if (isOpen && plain.outcome === "parsed") {
    const [medium] = signs.media;
    const possible = servableCapabilities(attachments);
    const capability = signs.media.size === 1 ? makerOf[medium ?? "image"] : undefined;
    const { capability: _read, ...open } = plain.intent;
    const isSubjectOpen = capability !== undefined && attachments.length === 0;
    return withAct(
      {
        outcome: "needs_input",
        intent: isSubjectOpen ? { ...open, capability, subject: "" } : open,
        question: isSubjectOpen ? askForSubject(capability) : askForCapability([], possible),
      },
      "new",
      [],
    );
  }
  if (plain.outcome === "parsed" && attachments.length === 0) {
    const { confidence, assumptions, subject } = plain.intent;
    const isDescription = assumptions.length > 0;
    const isDoubtful = isDescription && (confidence < describedConfidenceMin || mayBeWork(reading));
    const { capability: _read, ...open } = plain.intent;
    const question = askForMedium(subject, servableCapabilities([]));
    if (isDoubtful) return withAct({ outcome: "needs_input", intent: open, question }, "new", []);
  }
  if (plain.outcome === "needs_input" && attachments.length === 0) {
    const { capability, confidence } = plain.intent;
    const isNamed =
      capability !== undefined &&
      takesTextOnly(capability) &&
      signs.media.size === 1 &&
      signs.media.has(resultContentType(capability, []));
    if (isNamed && confidence >= namedMediumMin) {
      const settled = parse({ ...message, capabilities: [capability] });
      return withAct(settled, "new", []);
    }
  }
  return withAct(plain, "new", []);
}

/** A description that the classifier reads as work on the newest file. */
function mayBeWork({ context, message, parse, signs }: Reading): boolean {
  const newest = listGroups(context)[0];
  return (
    newest !== undefined &&
    !signs.has.switch &&
    isSure(parse, message, { group: newest, files: newest.files, isNamed: false })
  );
}

const makerOf = {
  image: "text-to-image",
  video: "text-to-video",
  audio: "text-to-speech",
  "3d": "text-to-3d",
} as const;

/** "A clip or a picture". */
function namesTwoMedia({ media, spans, text }: Signs): boolean {
  return (
    media.size > 1 &&
    spans.or.some(({ start, end }) => {
      const around = `${text.slice(Math.max(0, start - 30), start)} ${text.slice(end, end + 30)}`;
      return readSigns(around).media.size > 1;
    })
  );
}

/** "I want a video": nothing to show. */
function namesMediumOnly(signs: Signs): boolean {
  if (signs.media.size !== 1 || signs.quotes.length > 0) return false;
  const rest = contentOf(signs, []).filter((word) => readSigns(word).media.size === 0);
  return rest.length === 0;
}

/** Thanks and praise request nothing. */
function readThanks({ signs, message }: Reading): ParsedMessage | null {
  if (!signs.has.thanks || message.attachments.length > 0 || signs.quotes.length > 0) return null;
  const first = signs.clauses.findIndex((clause) => within(signs.spans.thanks, clause).length > 0);
  const others = signs.clauses.slice(first + 1);
  const isFollowed = others.some(
    (clause) =>
      within(
        [...signs.spans.change, ...signs.spans.again, ...signs.adjustments.map(({ span }) => span)],
        clause,
      ).length > 0,
  );
  const isRequest = others.length > 0 && (isFollowed || signs.media.size > 0);
  return isRequest || others.length > 1
    ? null
    : { outcome: "unsupported", reason: "The message requests nothing.", parser: "embedded" };
}

/** "The same voice: …", "in that style, a barrel": a new request with values of an earlier one. */
function readKeep(reading: Reading): ParsedMessage | null {
  const { message, context, signs, plain } = reading;
  const kept = signs.kept.filter(
    ({ thing, span }) =>
      signs.spans.same.some((same) => isNear(same, span)) ||
      (thing !== "model" &&
        signs.spans.it.some((it) => it.start < span.start && span.start - it.end <= adjacentMax)),
  );
  const things = new Set(kept.map(({ thing }) => thing));
  const words = contentOf(
    signs,
    kept.map(({ span }) => span),
  );
  const hasContent = signs.quotes.length > 0 || words.length > 0;
  const turns = context.filter(({ capability }) => capability !== undefined);
  const styled = signs.kept.flatMap(({ thing, span }) => {
    const clause = signs.clauses.find(({ start, end }) => span.start >= start && span.end <= end);
    return thing !== "style" || clause === undefined ? [] : contentOf(signs, [], clause);
  });
  const mentioned = mentionedTurn(turns, styled);
  const slots = slotsFor(reading, undefined).cuts;
  const isOther = contentOf(signs, slots).some(
    (word) =>
      mentionedTurn(turns, [word]) === undefined &&
      !signs.kept.some(({ span }) => signs.text.slice(span.start, span.end).includes(word)),
  );
  if (mentioned !== undefined && isOther) things.add("style");
  if (things.size === 0 || !hasContent || message.attachments.length > 0) return null;
  const isVoice = things.has("voice");
  const source =
    (isVoice ? undefined : mentioned) ??
    turns.find(({ capability = "text-to-image" }) =>
      isVoice
        ? capability === "text-to-speech"
        : takesTextOnly(capability) || capability !== "text-to-speech",
    );
  if (source?.capability === undefined) return null;
  const capability = isVoice ? "text-to-speech" : textCapability(source.capability);
  const read = readIntent(
    message.message,
    capability,
    speechOf(message.message, signs, capability),
  );
  const parameters = { ...keptParameters(source, things), ...read.parameters };
  if (read.subject === "" && capability !== "text-to-speech") return null;
  const intent: Intent = {
    ...read,
    ...(plain.outcome === "unsupported" ? {} : { subject: read.subject || plain.intent.subject }),
    contentType: resultContentType(capability, []),
    capability,
    parameters,
    confidence: 1,
    assumptions: [
      ...read.assumptions,
      `With the ${[...things].join(" and ")} of an earlier message.`,
    ],
    ...(things.has("model") && source.model !== undefined ? { requestedModel: source.model } : {}),
  };
  return parsed(intent, "keep", referencesOf(source));
}

function speechOf(text: string, { quotes }: Signs, capability: Capability) {
  const [quote] = quotes;
  if (capability !== "text-to-speech" || quote === undefined) return undefined;
  const start = text.indexOf(quote);
  return { start, end: start + quote.length, text: quote };
}

function textCapability(capability: Capability): Capability {
  if (takesTextOnly(capability)) return capability;
  const type = resultContentType(capability, ["image"]);
  if (type === "video") return "text-to-video";
  return type === "3d" ? "text-to-3d" : "text-to-image";
}

function keptParameters(turn: Turn, things: ReadonlySet<string>): GenerationParameters {
  const { voice, style, seed, language, speed } = turn.parameters;
  return {
    ...(things.has("voice") && voice !== undefined ? { voice } : {}),
    ...(things.has("voice") && language !== undefined ? { language } : {}),
    ...(things.has("voice") && speed !== undefined ? { speed } : {}),
    ...(things.has("style") && style !== undefined ? { style } : {}),
    ...(things.has("seed") && seed !== undefined ? { seed } : {}),
  };
}

/** Finds the message that mentions most of the words. */
function mentionedTurn(turns: readonly Turn[], words: readonly string[]): Turn | undefined {
  const scores = turns.map((turn) => countMentioned(words, wordsOfTurn(turn)));
  const best = Math.max(0, ...scores);
  return best === 0 ? undefined : turns[scores.indexOf(best)];
}

/** Adjustments of length and speed suit media with a duration. */
const timed: ReadonlySet<Medium> = new Set(["video", "audio"]);

/** "Wider", "as png", "slower, please": an earlier request with one field changed. */
function readAdjust(reading: Reading): ParsedMessage | null {
  const { signs, context, message } = reading;
  if (message.attachments.length > 0 || signs.quotes.length > 0) return null;
  const slots = slotsFor(reading, context[0]);
  const covers = [...signs.adjustments.map(({ span }) => span), ...slots.cuts];
  if (covers.length === 0 || isWorkOnPart(signs)) return null;
  const referent = refer(reading, () => true, covers);
  const target = referent === null ? undefined : sourceOf(referent, context);
  if (referent === null || target?.capability === undefined) return null;
  const changes = changesOf(reading, target);
  if (changes.length === 0) return null;
  const known = [...covers, ...followUpSpans(signs)];
  if (!isFollowUpClause(reading, covers, known, referent)) return null;
  if (changes.some(({ field }) => field === "style") && !takesTextOnly(target.capability))
    return null;
  const parameters = { ...target.parameters };
  for (const { field, value } of changes) {
    if (field !== "optimizeFor") Object.assign(parameters, { [field]: value });
  }
  const goal = changes.find(({ field }) => field === "optimizeFor")?.value;
  return again(reading, {
    target,
    files: referent.files,
    act: "adjust",
    parameters,
    assumptions: [saidOf(changes)],
    goal,
  });
}

/** Says to the caller which fields a message has changed. */
function saidOf(changes: readonly { readonly field: string; readonly value: unknown }[]): string {
  const said = changes.map(
    ({ field, value }) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `Changed ${said.join(", ")}.`;
}

interface Change {
  readonly field: AdjustedField;
  readonly value: unknown;
}

/** Fields of a message that change an earlier request, the last one of each. */
function changesOf({ signs, message }: Reading, target: Turn): Change[] {
  const { parameters } = readSlots(separateScripts(message.message), {
    capability: target.capability,
  });
  const literal = Object.entries(parameters)
    .filter(([field]) => field !== "count" && field !== "negativePrompt" && field !== "operations")
    .map(([field, value]) => ({
      field: field as keyof GenerationParameters,
      value: value as unknown,
    }));
  const media = new Set(target.made.map(({ medium }) => medium));
  const isTimed = [...media].some((medium) => timed.has(medium));
  const relative = signs.adjustments
    .filter(({ name }) => isTimed || !["longer", "shorter", "slower", "faster"].includes(name))
    .map(({ name }) => nextValue(name, target.parameters));
  const fields = new Map<AdjustedField, unknown>();
  for (const { field, value } of relative) fields.set(field, value);
  for (const { field, value } of literal) fields.set(field, value);
  return [...fields].map(([field, value]) => ({ field, value }));
}

/** "stl格式": the readers of parameters expect spaces between scripts. */
function separateScripts(text: string): string {
  return text.replace(
    /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])(?=[a-z0-9])|(?<=[a-z0-9])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/giu,
    " ",
  );
}

function slotsFor({ message, signs }: Reading, turn: Turn | undefined): { cuts: readonly Span[] } {
  const read = [turn?.capability, undefined].map((capability) =>
    readSlots(message.message, { capability }),
  );
  return { cuts: [...read.flatMap(({ cuts }) => cuts), ...signs.formats] };
}

/** "Again", "two more": an earlier request with another seed. */
function readRepeat(reading: Reading): ParsedMessage | null {
  const { signs, context, message } = reading;
  if (message.attachments.length > 0 || signs.quotes.length > 0) return null;
  const counted = signs.counts.filter(({ span }) =>
    signs.spans.more.some(
      (more) =>
        isNear(more, span) &&
        !/[,.;:]/u.test(
          signs.text.slice(Math.min(more.end, span.end), Math.max(more.start, span.start)),
        ),
    ),
  );
  const covers = [
    ...signs.spans.again,
    ...(counted.length > 0 ? [...counted.map(({ span }) => span), ...signs.spans.more] : []),
  ];
  if (covers.length === 0) return null;
  const referent = refer(reading, () => true, covers);
  const target = referent === null ? undefined : sourceOf(referent, context);
  if (referent === null || target?.capability === undefined) return null;
  const known = [...covers, ...signs.spans.more, ...followUpSpans(signs)];
  if (!isFollowUpClause(reading, covers, known, referent)) return null;
  const { seed: _seed, count: _count, ...parameters } = target.parameters;
  const count = signs.counts.at(-1)?.count;
  return again(reading, {
    target,
    files: referent.files,
    act: "repeat",
    parameters: count === undefined ? parameters : { ...parameters, count },
    assumptions: ["The same request with another seed."],
  });
}

/** "I meant the second one": the former act on another file. */
function readCorrection(reading: Reading): ParsedMessage | null {
  const { signs, context, message } = reading;
  const [last] = context;
  if (!signs.has.correction || last?.capability === undefined || message.attachments.length > 0)
    return null;
  if (!["adjust", "edit", "convert"].includes(last.act)) return null;
  const positive = readSigns(withoutNegated(signs));
  const words = contentOf(positive, []);
  const before = context.slice(1);
  const kind = missingInputs(last.capability, []);
  const fits = (medium: Medium) =>
    last.act === "adjust" || kind.length === 0 || inputKinds.some((known) => known === medium);
  const referent = findReferent(before, mentionOf(reading, words), { fits, describe });
  if (referent === null || !referent.isNamed) return null;
  if (last.act === "adjust") {
    const target = sourceOf(referent, before);
    if (target?.capability === undefined) return null;
    const base = turnOfFiles(last.refersTo, context);
    const changed = Object.entries(last.parameters).filter(
      ([field, value]) =>
        JSON.stringify(value) !==
        JSON.stringify(base?.parameters[field as keyof GenerationParameters]),
    );
    const parameters = { ...target.parameters, ...Object.fromEntries(changed) };
    return again(reading, {
      target,
      files: referent.files,
      act: "adjust",
      parameters,
      assumptions: [
        saidOf(
          Object.keys(last.parameters).flatMap((field) =>
            changed.some(([name]) => name === field)
              ? [{ field, value: last.parameters[field as keyof GenerationParameters] }]
              : [],
          ),
        ),
      ],
    });
  }
  const intent: Intent = {
    ...emptyIntent,
    contentType: resultContentType(last.capability, []),
    capability: last.capability,
    subject: last.subject,
    parameters: last.parameters,
    confidence: 1,
  };
  return onFiles(reading, intent, referent);
}

function withoutNegated({ text, clauses }: Signs): string {
  const negation = /(?:^|\s)(?:not|nicht|kein\p{L}*|pas|no|non|nao|niet|nie|degil|не)\s/u;
  return clauses
    .map(({ start, end }) => text.slice(start, end))
    .filter(
      (clause) =>
        !/(?:^|\s)(?:not|nicht|pas|nie|niet)\s+(?:the|das|die|den|le|la|ten|ta|to|het|de)\s/u.test(
          clause,
        ) && !(negation.test(clause) && clause.trim().split(/\s+/u).length <= 3),
    )
    .join(" , ");
}

/** "Make it blue", "the second one as a video": work on an earlier file. */
function readWork(reading: Reading): ParsedMessage | null {
  const { context, signs, message, plain } = reading;
  const groups = listGroups(context);
  if (groups.length === 0) return null;
  if (message.attachments.length > 0) return readWorkWithAttachments(reading);
  const readAloud = readText(reading);
  if (readAloud !== null) return readAloud;
  const referent = refer(
    reading,
    (medium) =>
      signs.media.has("3d") ? medium === "image" : inputKinds.some((kind) => kind === medium),
    [],
  );
  if (isQuestionAboutWorld(reading))
    return { outcome: "unsupported", reason: "The message requests nothing.", parser: "embedded" };
  if (isAboutOtherFile(reading, referent)) return withAct(plain, "new", []);
  if (referent === null && signs.has.it && contentOf(signs, []).length === 0)
    return askWhich(reading, []);
  const isReferring = refersToEarlier(reading, referent);
  if (!isReferring) return null;
  if (plain.outcome === "needs_input" && plain.intent.capability === "text-to-speech") {
    return {
      ...plain,
      intent: { ...plain.intent, subject: "" },
      question: askForSubject("text-to-speech"),
    };
  }
  const newest = groups[0]?.files[0]?.medium;
  if (referent === null) return plain.outcome === "parsed" ? askWhich(reading, []) : null;
  const media = [...new Set(referent.files.map(({ medium }) => medium))];
  const reads = media.map((medium) => ({ medium, read: readOn(reading, medium) }));
  const settled = reads.filter(
    ({ read }) => read?.capability !== undefined && !takesTextOnly(read.capability),
  );
  for (const { medium, read } of settled.length > 0 ? settled : reads) {
    if (read === null) continue;
    const isNewest = medium === newest || referent.isNamed || newest === "text" || newest === "3d";
    if (!isNewest) return askWhich(reading, []);
    if (read.capability === undefined || takesTextOnly(read.capability)) {
      return referent.isNamed || plain.outcome !== "parsed" ? askWhich(reading, []) : null;
    }
    return onFiles(
      reading,
      {
        ...read,
        capability: read.capability,
        contentType: resultContentType(read.capability, [medium as InputKind]),
      },
      { files: referent.files.filter((file) => file.medium === medium) },
    );
  }
  return plain.outcome === "parsed"
    ? signs.has.it || referent.isNamed
      ? askWhich(reading, [])
      : null
    : null;
}

function refersToEarlier(
  { plain, signs, message, parse }: Reading,
  referent: Referent | null,
): boolean {
  if (
    plain.outcome === "needs_input" &&
    plain.question.options.some(({ inputs }) => inputs !== undefined)
  )
    return true;
  if (referent === null) return false;
  if (referent.isNamed) {
    const isRequest =
      plain.outcome === "parsed" &&
      plain.intent.confidence >= newConfidenceMin &&
      takesTextOnly(plain.intent.capability);
    return !isRequest || !isIndefinite(signs) || signs.ordinals.length > 0;
  }
  const words = contentOf(signs, []);
  const isDescription = plain.outcome === "parsed" && plain.intent.assumptions.length > 0;
  if (isDescription && signs.has.it && plain.intent.confidence < newConfidenceMin) return true;
  const isStyled = plain.outcome === "parsed" && plain.intent.parameters.style !== undefined;
  if (isStyled && signs.has.it && words.length <= 6) return true;
  if (plain.outcome !== "parsed") {
    return signs.has.change || signs.has.it || isSure(parse, message, referent);
  }
  return (
    (plain.intent.confidence < newConfidenceMin && isSure(parse, message, referent)) ||
    (signs.has.it && words.length <= 6 && isSure(parse, message, referent))
  );
}

const surelyMin = 0.95;

function isSure(parse: EmbeddedParser, message: MessageToParse, { files }: Referent): boolean {
  const medium = files[0]?.medium;
  if (!inputKinds.some((kind) => kind === medium)) return false;
  const read = parse({ ...message, attachments: [medium as InputKind] });
  return (
    read.outcome === "parsed" &&
    read.intent.confidence >= surelyMin &&
    !takesTextOnly(read.intent.capability)
  );
}

/** "How much does an electrician cost?" */
function isQuestionAboutWorld({ plain, signs, message }: Reading): boolean {
  return plain.outcome === "unsupported" && signs.has.question && /[?？؟]/u.test(message.message);
}

/** "My uncle's passport photo": a file that the conversation does not have. */
function isAboutOtherFile({ plain, signs }: Reading, referent: Referent | null): boolean {
  if (plain.outcome !== "needs_input" || !signs.has.mine || signs.has.sent) return false;
  const isMissing = plain.question.options.some(({ inputs }) => inputs !== undefined);
  const words = contentOf(signs, []);
  return isMissing && words.length > 0 && signs.media.size > 0 && !isMentioned(words, referent);
}

function isMentioned(words: readonly string[], referent: Referent | null): boolean {
  return referent !== null && countMentioned(words, wordsOfTurn(referent.group.turn)) > 0;
}

/** Starts like the request for another thing: "a picture of …". */
function isIndefinite({ text }: Signs): boolean {
  return /^\W*(?:\p{L}+[ ,]+){0,4}?(?:an?|eine?[nmrs]?|une?|una?|uno|uma?|een|bir|another|andere[snr]?)\s/u.test(
    text,
  );
}

/** Reads the message as if the file were attached. Null when it does not request work on such a file. */
function readOn({ message, parse, signs }: Reading, medium: Medium): OpenIntent | null {
  const read = parse({ ...message, attachments: [medium as InputKind] });
  if (read.outcome === "unsupported") return null;
  const { intent } = read;
  const { capability, confidence } = intent;
  const isSound = intent.parameters.operations !== undefined;
  if (signs.has.change && medium === "video" && !isSound && isChange(capability, confidence)) {
    return { ...intent, capability: "video-editing", confidence: 1 };
  }
  if (medium === "image" && isChange(capability, confidence)) {
    const edits = confidenceOf(intent, "inpainting") + confidenceOf(intent, "image-to-image");
    if (signs.has.change) return { ...intent, capability: "inpainting", confidence: 1 };
    const leading =
      confidenceOf(intent, "inpainting") > changeConfidenceMin ? "inpainting" : "image-to-image";
    if (edits >= editConfidenceMin) return { ...intent, capability: leading, confidence: 1 };
  }
  const isEnough =
    capability === "video-editing"
      ? confidence >= editConfidenceMin
      : confidence >= changeConfidenceMin;
  if (!isEnough) {
    const { capability: _unsure, ...rest } = intent;
    return rest;
  }
  return intent;
}

/** Confidence in both kinds of changes of an image, or in the one of a video. */
const editConfidenceMin = 0.8;

const changes: ReadonlySet<Capability> = new Set([
  "inpainting",
  "image-to-image",
  "video-editing",
  "enhancement",
  "restoration",
]);

/** A change of a part, or a message in which the classifier recognizes nothing certain. */
function isChange(capability: Capability | undefined, confidence: number): boolean {
  const isEdit =
    capability === "inpainting" ||
    capability === "image-to-image" ||
    capability === "video-editing";
  return (
    isEdit ||
    confidence < changeConfidenceMin ||
    (capability !== undefined &&
      changes.has(capability) &&
      capability === "enhancement" &&
      confidence < 1)
  );
}

function confidenceOf(
  { capability, confidence, alternatives }: OpenIntent,
  wanted: Capability,
): number {
  if (capability === wanted) return confidence;
  return alternatives.find((other) => other.capability === wanted)?.confidence ?? 0;
}

/** "Read it aloud": the text of a transcript or a description. */
function readText(reading: Reading): ParsedMessage | null {
  const { plain, signs, context } = reading;
  if (plain.outcome === "unsupported" || plain.intent.capability !== "text-to-speech") return null;
  if (signs.quotes.length > 0) return null;
  const referent = refer(reading, (medium) => medium === "text", []);
  const [newest] = listGroups(context);
  if (referent === null || referent.group.turn !== newest?.turn) return null;
  const [file] = referent.files;
  if (file?.text === undefined || referent.files.length > 1)
    return askWhich(reading, referent.files);
  const intent: Intent = {
    ...readIntent(reading.message.message, "text-to-speech"),
    contentType: "audio",
    capability: "text-to-speech",
    subject: file.text,
    confidence: 1,
  };
  return parsed(intent, "convert", [file.reference]);
}

/** "This is my photo: move the lips to that recording": new files and earlier ones. */
function readWorkWithAttachments(reading: Reading): ParsedMessage | null {
  const { message, parse, context, signs, plain } = reading;
  const [last] = context;
  if (
    signs.has.same &&
    last !== undefined &&
    contentOf(signs, []).length <= 2 &&
    signs.has.it &&
    last.capability !== undefined
  ) {
    const isServed = missingInputs(last.capability, message.attachments).length === 0;
    if (isServed && !takesTextOnly(last.capability)) {
      const contentType = resultContentType(last.capability, message.attachments);
      const intent: Intent = {
        ...emptyIntent,
        contentType,
        capability: last.capability,
        subject: last.subject,
        parameters: last.parameters,
        confidence: 1,
      };
      return parsed(intent, "edit", ownReferences(message));
    }
  }
  for (const medium of ["audio", "image", "video"] as const) {
    if (message.attachments.includes(medium) || !signs.media.has(medium)) continue;
    const referent = refer(reading, (kind) => kind === medium, []);
    if (referent === null || referent.files.length !== 1) continue;
    const read = parse({ ...message, attachments: [...message.attachments, medium] });
    if (read.outcome !== "parsed" || read.intent.confidence < changeConfidenceMin) continue;
    const { capability } = read.intent;
    if (missingInputs(capability, message.attachments).length === 0) continue;
    return onFiles(reading, read.intent, referent, "convert", ownReferences(message));
  }
  return withAct(plain, "new", []);
}

/** References to the files of the message itself; the job's id is not known to the parser. */
function ownReferences({ attachments }: MessageToParse): Reference[] {
  return attachments.map((kind, ordinal) => ({
    kind: kind === "mask" ? "image" : kind,
    inputOf: "",
    ordinal,
  }));
}

const edits: ReadonlySet<Capability> = new Set([
  "image-to-image",
  "inpainting",
  "video-editing",
  "speech-to-speech",
]);

function onFiles(
  reading: Reading,
  intent: Intent,
  { files }: Pick<Referent, "files">,
  act: FollowUpAct = edits.has(intent.capability) ? "edit" : "convert",
  own: readonly Reference[] = [],
): ParsedMessage {
  const { signs } = reading;
  // "The third one" is no number of results.
  const { count: _count, ...parameters } = intent.parameters;
  const request = signs.ordinals.length > 0 ? { ...intent, parameters } : intent;
  const usable = files.filter(({ medium }) => inputKinds.some((kind) => kind === medium));
  if (usable.length === 0) return askWhich(reading, []);
  const several = signs.has.both && intent.capability === "speech-to-text";
  if (usable.length > 1 && !several) return askWhich(reading, usable, request);
  if (usable.some(({ isKept }) => !isKept)) return askExpired(request);
  const inputs = usable.map(({ reference }) => toInput(reference));
  const done = parsed(request, act, [...own, ...usable.map(({ reference }) => reference)]);
  return done.outcome === "parsed" ? { ...done, inputs } : done;
}

function toInput(reference: Reference): GenerationInput {
  const kind = reference.kind as InputKind;
  return "outputOf" in reference
    ? { kind, outputOf: reference.outputOf, ordinal: reference.ordinal }
    : { kind, inputOf: reference.inputOf, ordinal: reference.ordinal };
}

/** Repeats the request of an earlier message, with its own inputs. */
function again(
  _reading: Reading,
  {
    target,
    files,
    act,
    parameters,
    assumptions,
    goal,
  }: {
    target: Turn;
    files: readonly ContextFile[];
    act: FollowUpAct;
    parameters: GenerationParameters;
    assumptions: string[];
    goal?: unknown;
  },
): ParsedMessage {
  const { capability } = target;
  if (capability === undefined) throw new Error("expected a request to repeat");
  const kinds = target.inputs.map(({ kind }) => kind);
  const intent: Intent = {
    ...emptyIntent,
    contentType: resultContentType(capability, kinds),
    capability,
    subject: target.subject,
    parameters,
    confidence: 1,
    assumptions,
    ...(target.model === undefined || goal !== undefined ? {} : { requestedModel: target.model }),
  };
  const done = parsed(
    intent,
    act,
    files.map(({ reference }) => reference),
  );
  if (done.outcome !== "parsed") return done;
  return {
    ...done,
    inputs: target.inputs,
    ...(goal === "cost" || goal === "quality" ? { optimizeFor: goal } : {}),
  };
}

const emptyIntent = {
  subject: "",
  parameters: {},
  confidence: 0,
  assumptions: [],
  alternatives: [],
  parser: "embedded",
} satisfies OpenIntent;

function parsed(intent: Intent, act: FollowUpAct, refersTo: readonly Reference[]): ParsedMessage {
  return { outcome: "parsed", intent: { ...intent, understood: { act, refersTo: [...refersTo] } } };
}

export function withAct(
  read: ParsedMessage,
  act: FollowUpAct,
  refersTo: readonly Reference[],
): ParsedMessage {
  if (read.outcome === "unsupported") return read;
  const understood = { act, refersTo: [...refersTo] };
  return read.outcome === "parsed"
    ? { ...read, intent: { ...read.intent, understood } }
    : { ...read, intent: { ...read.intent, understood } };
}

const optionsMax = 10;

/** Asks whether an uncertain reading is meant. The answer "1" confirms it. */
function askToConfirm(reading: Reading, { intent, optimizeFor }: ParsedRequest): ParsedMessage {
  // The question does not store a goal of routing.
  if (optimizeFor !== undefined) return askWhich(reading, []);
  const { act = "new", refersTo = [] } = intent.understood ?? {};
  const { title } = capabilityRules[intent.capability];
  const { capability, subject, assumptions } = intent;
  const said = assumptions.at(-1) ?? "";
  const meaning = {
    new: subject === "" ? title : `${title}: ${subject}`,
    answer: title,
    repeat: `${title} again`,
    adjust: `${title} again. ${said}`,
    edit: `${title} of an earlier result`,
    convert: `${title} of an earlier result`,
    keep: `${title}. ${said}`,
  }[act];
  const option = { label: "1", capability, ...(refersTo.length > 0 ? { refersTo } : {}) };
  return {
    outcome: "needs_input",
    intent,
    question: { text: `Is this meant? 1: ${meaning}`, options: [option] },
  };
}

/** Asks which of several equal files is meant, with one option for each. */
function askWhich(
  { plain }: Reading,
  files: readonly ContextFile[],
  intent?: OpenIntent,
): ParsedMessage {
  const options = files.slice(0, optionsMax).map((file, index) => ({
    label: `${index + 1}`,
    ...(intent?.capability === undefined ? {} : { capability: intent.capability }),
    refersTo: [file.reference],
  }));
  const question: Question =
    options.length > 1
      ? { text: `Which of the ${options.length} results?`, options }
      : { text: "What should be done, and with which result?", options: [] };
  const open = intent ?? (plain.outcome === "unsupported" ? emptyIntent : plain.intent);
  return {
    outcome: "needs_input",
    intent: {
      ...open,
      understood: { act: "edit", refersTo: files.map(({ reference }) => reference) },
    },
    question,
  };
}

function askExpired(intent: Intent): ParsedMessage {
  return {
    outcome: "needs_input",
    intent: { ...intent, understood: { act: "repeat", refersTo: [] } },
    question: {
      text: "The file is no longer stored. Make it again?",
      options: [{ label: "Make it again" }],
    },
  };
}

const describe = {
  wordsOf: ({ turn }: { turn: Turn }) => wordsOfTurn(turn),
  partsOf: ({ turn, files }: { turn: Turn; files: readonly ContextFile[] }) =>
    listParts(turn.text, files.length).map(contentWords),
};

function refer(
  reading: Reading,
  fits: (medium: Medium) => boolean,
  covers: readonly Span[],
): Referent | null {
  const words = contentOf(reading.signs, covers);
  return findReferent(reading.context, mentionOf(reading, words), { fits, describe });
}

function mentionOf({ signs }: Reading, words: readonly string[]): Mention {
  return {
    ordinals: signs.ordinals.map(({ ordinal }) => ordinal),
    isBoth: signs.has.both,
    isSent: signs.has.sent,
    isOriginal: signs.has.original,
    media: signs.media,
    words,
  };
}

/** The message that made the files, or with which they were sent. */
function sourceOf({ group, files }: Referent, context: Context): Turn | undefined {
  return files.length === 0 ? undefined : context.find(({ jobId }) => jobId === group.turn.jobId);
}

function turnOfFiles(references: readonly Reference[], context: Context): Turn | undefined {
  const [first] = references;
  if (first === undefined) return undefined;
  const jobId = "outputOf" in first ? first.outputOf : first.inputOf;
  return context.find((turn) => turn.jobId === jobId);
}

function referencesOf({ made }: Turn): Reference[] {
  return made.map(({ reference }) => reference);
}

/**
 * Reports whether the message is a follow-up by one of its clauses: the clause has no other words, and the rest of the
 * message is not a separate request.
 */
function isFollowUpClause(
  { signs, message, parse }: Reading,
  covers: readonly Span[],
  known: readonly Span[],
  referent: Referent,
): boolean {
  const isPure = (clause: Span) =>
    within(covers, clause).length > 0 && unknownWords(signs, clause, known).length <= otherWordsMax;
  const pure = signs.clauses.filter(isPure);
  if (pure.length === 0) {
    return (
      (referent.isNamed || signs.has.it) && unknownWords(signs, whole(signs), known).length <= 6
    );
  }
  const first = signs.clauses.find(
    (clause) =>
      unknownWords(signs, clause, [...known, ...signs.spans.praise]).length > 0 || isPure(clause),
  );
  if (first !== undefined && isPure(first)) return true;
  if (referent.isNamed || signs.has.it) return true;
  const rest = signs.clauses
    .filter((clause) => !pure.includes(clause))
    .map(({ start, end }) => message.message.slice(start, end))
    .join(", ");
  const other = parse({ message: rest, attachments: [] });
  return other.outcome !== "parsed" || other.intent.confidence < newConfidenceMin;
}

function whole({ text }: Signs): Span {
  return { start: 0, end: text.length };
}

function within(spans: readonly Span[], { start, end }: Span): readonly Span[] {
  return spans.filter((span) => span.start >= start && span.end <= end);
}

/** Characters between a demonstrative and its noun. */
const adjacentMax = 2;

/** Characters between two words that belong together. */
const nearMax = 12;

function isNear(left: Span, right: Span): boolean {
  const [first, second] = left.start <= right.start ? [left, right] : [right, left];
  return second.start - first.end <= nearMax;
}

function followUpSpans({ spans, ordinals }: Signs): Span[] {
  return [
    ...spans.again,
    ...spans.it,
    ...spans.both,
    ...spans.same,
    ...spans.original,
    ...spans.sent,
    ...spans.correction,
    ...spans.praise,
    ...spans.not,
    ...ordinals.map(({ span }) => span),
  ];
}

/** Words of a message that are compared with earlier ones. */
const contentWordsMax = 60;

/** Words of the message that say what it is about. */
function contentOf(signs: Signs, covers: readonly Span[], part: Span = whole(signs)): string[] {
  const known = [...covers, ...followUpSpans(signs), ...signs.adjustments.map(({ span }) => span)];
  return unknownWords(signs, part, known).slice(0, contentWordsMax).flatMap(contentWords);
}

function isWorkOnPart({ has }: Signs): boolean {
  return has.change;
}
