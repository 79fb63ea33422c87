import { listGroups } from "#domain/conversations/context.ts";
import { countMentioned } from "#domain/conversations/subject-words.ts";
import { readCues } from "#intent/cues.ts";
import { type Feature, hashFeature, toFeatures } from "#intent/features.ts";

import { wordsOfTurn } from "./content-words.ts";
import { unknownWords } from "./read-signs.ts";
import { type Reading, toInputKind } from "./reading.ts";

const steps = [1, 2, 4, 7, 12, 20] as const;
const probabilitySteps = [0.1, 0.3, 0.5, 0.7, 0.9, 0.97] as const;

/** Value of a sign or of a fact about the conversation, relative to that of all words. */
const namedValue = 0.3;

/** Features of a message and of the conversation before it. */
export function messageFeatures(reading: Reading): Feature[] {
  const { message } = reading;
  const words = toFeatures({
    text: message.message,
    cues: readCues(message.message),
    attachments: message.attachments,
  });
  const named = [...new Set(namedFeatures(reading))].map((name) => ({
    bucket: hashFeature(`n:${name}`),
    value: namedValue,
  }));
  return [...words, ...named];
}

function namedFeatures(reading: Reading): string[] {
  const signs = signFeatures(reading);
  const facts = contextFeatures(reading);
  const [newest] = facts;
  return [...signs, ...facts, ...signs.map((sign) => `${sign} after ${newest ?? "nothing"}`)];
}

function signFeatures({ signs, message, plain }: Reading): string[] {
  const whole = { start: 0, end: signs.text.length };
  const unknown = unknownWords(signs, whole, []).length;
  return [
    ...Object.entries(signs.has).flatMap(([sign, isNamed]) => (isNamed ? [sign] : [])),
    ...[...signs.media].map((medium) => `names ${medium}`),
    ...(signs.media.size === 0 ? ["names no medium"] : []),
    ...(signs.ordinals.length > 0 ? ["ordinal"] : []),
    ...signs.adjustments.map(({ name }) => `adjustment ${name}`),
    ...(signs.adjustments.length > 0 ? ["adjustment"] : []),
    ...signs.hints.map(({ name }) => `hint ${name}`),
    ...signs.kept.map(({ thing }) => `kept ${thing}`),
    ...(signs.counts.length > 0 ? ["number"] : []),
    ...(signs.quotes.length > 0 ? ["quote"] : []),
    ...(signs.formats.length > 0 ? ["format"] : []),
    ...steps.filter((step) => unknown >= step).map((step) => `words ${step}`),
    ...steps
      .filter((step) => signs.text.trim().split(/\s+/u).length >= step)
      .map((step) => `length ${step}`),
    ...(signs.clauses.length > 1 ? ["clauses"] : []),
    ...(/[?？؟]\s*$/u.test(message.message) ? ["question mark"] : []),
    ...(/\p{Extended_Pictographic}/u.test(message.message) ? ["emoji"] : []),
    `alone ${plain.outcome}`,
    ...(plain.outcome === "unsupported" ? [] : [`alone ${plain.intent.capability ?? "open"}`]),
  ];
}

/** Facts of the conversation, the kind of the newest file first. */
function contextFeatures(reading: Reading): string[] {
  const { context, message, words, classify } = reading;
  const groups = listGroups(context);
  const [newest] = groups;
  const [last] = context;
  const kinds = [...new Set(groups.map(({ files }) => files[0]?.medium ?? "image"))];
  const shared = groups.map(({ turn }) => countMentioned(words, wordsOfTurn(turn)));
  const kind = newest?.files[0] === undefined ? null : toInputKind(newest.files[0].medium);
  const alone = classify(message.message, message.attachments);
  const onNewest =
    kind === null ? undefined : classify(message.message, [...message.attachments, kind]);
  return [
    `newest ${newest?.files[0]?.medium ?? "none"}`,
    ...(newest !== undefined && newest.files.length > 1 ? ["several results"] : []),
    ...(last === undefined ? ["first message"] : [`last act ${last.act}`]),
    `last capability ${last?.capability ?? "none"}`,
    ...(last?.question === undefined ? [] : ["asked"]),
    ...(last !== undefined && last.made.length === 0 ? ["made nothing"] : []),
    ...message.attachments.map((sent) => `sends ${sent}`),
    `kinds ${kinds.toSorted().join("+")}`,
    ...[1, 2, 3].filter((step) => Math.max(0, ...shared) >= step).map((step) => `shares ${step}`),
    ...(words.length > 0 && Math.max(0, ...shared) === words.length ? ["shares all"] : []),
    ...(words.length > 0 && Math.max(0, ...shared) === 0 ? ["shares none"] : []),
    ...(words.length === 0 ? ["no content"] : []),
    ...probabilityFeatures("alone", alone),
    ...(onNewest === undefined ? [] : probabilityFeatures("on newest", onNewest)),
  ];
}

function probabilityFeatures(name: string, scores: Readonly<Record<string, number>>): string[] {
  return Object.entries(scores).flatMap(([label, score]) =>
    probabilitySteps
      .filter((step) => Math.exp(score) >= step)
      .map((step) => `${name} ${label} ${step}`),
  );
}
