import { allWords, unspacedWords, words } from "#intent/synonyms.ts";
import { numberBeforeUnitSource, numberSource, toNumber } from "#intent/text/number-words.ts";

import { cut, either, findFirst, naming, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

const durationSecondsMax = 7200;

/** The symbol of the unit, Latin or Cyrillic, comes after the words that begin with it. */
const second = `(?:${words("time/seconds")}|s|с)`;
const spokenNumber = String.raw`(?<![\p{L}\p{N}.:])(?<number>${numberBeforeUnitSource})`;
const long = `(?:[- ]${words("time/long")})?`;

const secondsPattern = toPattern(
  String.raw`(?:${words("time/duration")}[: ]+(?:of |de |von |di )?)?${spokenNumber}[ -]?${second}(?!\p{L})${long}`,
);
const minutesPattern = toPattern(
  String.raw`${spokenNumber}[ -]?${words("time/minutes")}(?!\p{L})${long}`,
);
const unspacedPattern = toPattern(
  `(?<number>${numberSource}) ?(?<unit>${unspacedWords("time/seconds")}|${unspacedWords("time/minutes")})${unspacedWords("time/long")}?`,
);
const halfMinutePattern = naming("time/half a minute");

/** Reads the length of the result in seconds. The last statement counts: it is the most specific. */
export function readDuration(draft: SlotDraft): void {
  const half = findFirst(draft, halfMinutePattern);
  if (half) {
    draft.parameters.durationSeconds = 30;
    cut(draft, half);
  }
  for (const match of draft.text.matchAll(secondsPattern)) store(draft, match, 1);
  for (const match of draft.text.matchAll(minutesPattern)) store(draft, match, 60);
  for (const match of draft.text.matchAll(unspacedPattern)) {
    store(draft, match, /^[分분]/u.test(match.groups?.["unit"] ?? "") ? 60 : 1);
  }
}

function store(draft: SlotDraft, match: RegExpMatchArray, unitSeconds: number): void {
  const seconds = toNumber(match.groups?.["number"] ?? "") * unitSeconds;
  // "1950s" is a decade.
  const isDecade = /^\d{4}s$/u.test(match[0]);
  if (isDecade || !(seconds > 0 && seconds <= durationSecondsMax)) return;
  draft.parameters.durationSeconds = seconds;
  cut(draft, match);
}

const framesPattern = new RegExp(
  String.raw`(?:${allWords("time/frame rate")}[: ]*(?:of |von |to )?)?(?<!\d)(\d{1,3}) ?${allWords("time/frames per second")}(?!\p{L})`,
  "gu",
);

export function readFrameRate(draft: SlotDraft): void {
  const match = findFirst(draft, framesPattern);
  if (!match) return;
  const rate = Number(match[1]);
  if (rate < 1 || rate > 240) return;
  draft.parameters.fps = rate;
  cut(draft, match);
}

const firstPattern = toPattern(
  String.raw`(?<![\p{L}])${words("time/first")} (?<number>${numberSource})[ -]?${second}(?!\p{L})|(?<count>${numberSource}) ${words("time/first after the number")} ${second}|${unspacedWords("time/first")} ?(?<unspaced>${numberSource}) ?(?:秒|초)`,
);
const removePattern = new RegExp(String.raw`(?<!\p{L})${words("trim/remove")}`, "u");
/** "Cut it to the first 10 seconds" keeps them, "cut the first 10 seconds" does not. */
const keepsUpTo = new RegExp(String.raw`(?<!\p{L})${words("trim/up to")}(?!\p{L})`, "u");
const removeUnspacedPattern = new RegExp(unspacedWords("trim/remove"), "u");
const removePartPattern = new RegExp(words("trim/remove a part"), "u");
const rangePattern = new RegExp(
  String.raw`(?<![\d:])(\d{1,3}):(\d{2})(?::(\d{2}))? ?(?:-|–|—|${allWords("trim/between times")})? ?(\d{1,3}):(\d{2})(?::(\d{2}))?(?![\d:])`,
  "gu",
);
const secondRangePattern = toPattern(
  String.raw`${words("trim/from")} (?<start>\d{1,4})(?: ?${second})? ?(?:-|${words("trim/between seconds")}) (?<end>\d{1,4}) ?${second}(?!\p{L})`,
);

/**
 * Reads the part of a video to keep. "Keep the first 12 seconds" sets the end, "cut the first 5 seconds" the
 * start; a range sets both unless it is the part to remove.
 */
export function readTrim(draft: SlotDraft): void {
  if (readRange(draft)) return;
  const first = findFirst(draft, firstPattern);
  if (first) {
    const groups = first.groups ?? {};
    const seconds = toNumber(groups["number"] ?? groups["count"] ?? groups["unspaced"] ?? "");
    const verb = draft.text.slice(Math.max(0, (first.index ?? 0) - 30), first.index);
    const removes =
      (removePattern.test(verb) && !keepsUpTo.test(verb)) || removeUnspacedPattern.test(draft.text);
    if (removes) draft.parameters.trimStartSeconds = seconds;
    else draft.parameters.trimEndSeconds = seconds;
    cut(draft, first);
    return;
  }
  if (!trimPattern.test(draft.text)) return;
  const length = draft.text.matchAll(secondsPattern).next().value;
  const unspaced = draft.text.matchAll(unspacedPattern).next().value;
  const match = length ?? unspaced;
  if (!match || lastPattern.test(draft.text)) return;
  draft.parameters.trimEndSeconds = toNumber(match.groups?.["number"] ?? "");
  cut(draft, match);
}

const trimPattern = new RegExp(`${allWords("trim/shorten")}|cut (?:it |this |the |my |down)`, "u");
/** "Son" is Turkish for "last". */
const lastPattern = new RegExp(`${allWords("trim/last")}|son `, "u");

function readRange(draft: SlotDraft): boolean {
  if (removePartPattern.test(draft.text)) return false;
  const clock = findFirst(draft, rangePattern);
  const seconds = clock ? undefined : findFirst(draft, secondRangePattern);
  const match = clock ?? seconds;
  if (!match) return false;
  const start = clock ? toSeconds(match.slice(1, 4)) : Number(match.groups?.["start"]);
  const end = clock ? toSeconds(match.slice(4, 7)) : Number(match.groups?.["end"]);
  if (!(end > start)) return false;
  draft.parameters.trimStartSeconds = start;
  draft.parameters.trimEndSeconds = end;
  cut(draft, match);
  return true;
}

function toSeconds(parts: readonly (string | undefined)[]): number {
  return parts
    .filter((part) => part !== undefined)
    .reduce((total, part) => total * 60 + Number(part), 0);
}

const speedChoices: readonly (readonly [number, RegExp])[] = [
  [0.25, naming("playback speed/quarter", { spaced: "0[.,]25x?" })],
  [0.5, naming("playback speed/half", { spaced: "0[.,]5 ?x?", unspaced: String.raw`0\.5倍` })],
  [1.5, either("1[.,]5 ?(?:x|times|mal|fois|veces)(?: faster| speed| as fast)?")],
  [2, naming("playback speed/double")],
  [4, naming("playback speed/quadruple")],
];

export function readPlaybackSpeed(draft: SlotDraft): void {
  for (const [speed, pattern] of speedChoices) {
    const match = findFirst(draft, pattern);
    if (!match) continue;
    draft.parameters.speed = speed;
    cut(draft, match);
    return;
  }
  const factor = findFirst(draft, /(?<![\p{L}\p{N}.])(\d{1,2}(?:[.,]\d{1,2})?) ?x(?!\p{N})/gu);
  const speed = toNumber(factor?.[1] ?? "");
  if (!factor || !(speed > 0 && speed <= 16)) return;
  draft.parameters.speed = speed;
  cut(draft, factor);
}

/** "Slow" and "fast" speech as factors for a speech engine. */
export const speechSpeeds = { slow: 0.8, fast: 1.25 } as const;

const speechSpeedChoices: readonly (readonly [number, RegExp])[] = [
  [speechSpeeds.slow, naming("speech speed/slow")],
  [speechSpeeds.fast, naming("speech speed/fast")],
];

export function readSpeechSpeed(draft: SlotDraft): void {
  for (const [speed, pattern] of speechSpeedChoices) {
    const match = findFirst(draft, pattern);
    if (!match) continue;
    draft.parameters.speed = speed;
    cut(draft, match);
    return;
  }
}

const timestampsPattern = either(
  `(?:${words("timestamps/with")} )?(?:word |word-level )?${words("timestamps/timestamps")}`,
  unspacedWords("timestamps/timestamps"),
);

export function readTimestamps(draft: SlotDraft): void {
  const match = findFirst(draft, timestampsPattern);
  if (!match) return;
  draft.parameters.timestamps = true;
  cut(draft, match);
}
