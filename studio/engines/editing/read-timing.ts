import { type ReadRule, step } from "./clause.ts";
import { readSeconds, timePattern } from "./times.ts";

const removal = "(?:cut|trim|remove|delete|drop|skip|chop|clip|lose|erase)";
const time = `(${timePattern})`;
const range = new RegExp(
  `\\b(?:from|between)? ?(?:second )?${time} ?(?:to|until|till|through|-|–) ?(?:second )?${time}`,
  "u",
);
const edges = new RegExp(
  `\\bthe (first-and-last|first|last|opening|final) (${timePattern}|second|minute)`,
  "u",
);
const shortened = new RegExp(
  `\\b(?:trim|cut|shorten|limit|reduce|make)\\b.*\\b(?:to|only|just) ${time}|\\bmake\\b.* ${time} long\\b`,
  "u",
);
const beyond = new RegExp(`\\b(before|after) ${time}`, "u");
const beginning = new RegExp(`\\b(?:start|begin)(?:s|ning|ing)? (?:at|from) ${time}`, "u");
const ending = new RegExp(`\\b(?:end|stop)(?:s|ing)? (?:at|after) ${time}`, "u");

/** Reads which part stays, and fades at the edges. */
export const readTiming: ReadRule = (words, quotes) => {
  if (/\bfade/u.test(words)) return readFade(words, quotes);
  const isRemoval = new RegExp(`\\b${removal}\\b`, "u").test(words);
  const isChoice = /\b(?:keep|use|only|extract|take|save|leave|show)\b/u.test(words);
  const between = range.exec(words);
  if (between && (isRemoval || isChoice)) {
    const part = {
      startSeconds: readSeconds(between[1] ?? ""),
      endSeconds: readSeconds(between[2] ?? ""),
    };
    // "Trim from 2 to 5" keeps the part, "cut out 2 to 5" removes it.
    return /\b(?:cut out|remove|delete|drop|skip|lose|erase)\b/u.test(words)
      ? step("cut", part)
      : step("trim", part);
  }
  const edge = edges.exec(words);
  if (edge && (isRemoval || isChoice)) {
    return readEdge(edge[1] ?? "", readSeconds(edge[2] ?? ""), isChoice);
  }
  const far = beyond.exec(words);
  if (far && (isRemoval || isChoice)) {
    const seconds = readSeconds(far[2] ?? "");
    const keepsEnd = (far[1] === "before") === isRemoval;
    return step("trim", keepsEnd ? { startSeconds: seconds } : { endSeconds: seconds });
  }
  const from = beginning.exec(words);
  if (from) return step("trim", { startSeconds: readSeconds(from[1] ?? "") });
  const until = ending.exec(words);
  if (until) return step("trim", { endSeconds: readSeconds(until[1] ?? "") });
  const length = shortened.exec(words);
  const limit = length?.[1] ?? length?.[2];
  // "Make it 2x" and "crop to 9:16" name no length.
  if (limit === undefined || !/[a-z]/u.test(limit)) return null;
  return step("trim", { endSeconds: readSeconds(limit) });
};

function readEdge(edge: string, seconds: number, isKept: boolean) {
  const start = { startSeconds: seconds };
  const beforeEnd = ({ durationSeconds }: { durationSeconds: number }) =>
    round(durationSeconds - seconds);
  if (edge === "first-and-last") {
    return step("trim", (facts) => ({ ...start, endSeconds: beforeEnd(facts) }));
  }
  const isStart = edge === "first" || edge === "opening";
  if (isKept) {
    return isStart
      ? step("trim", { endSeconds: seconds })
      : step("trim", (facts) => ({ startSeconds: Math.max(0, beforeEnd(facts)) }));
  }
  return isStart
    ? step("trim", start)
    : step("trim", (facts) => ({ endSeconds: beforeEnd(facts) }));
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

const defaultFadeSeconds = 1;

const readFade: ReadRule = (words) => {
  if (/\bcross-?fade/u.test(words)) return null;
  const length = new RegExp(
    `${time} ?-?(?:long )?(?:fade|$)|\\b(?:for|over|of|in) ${time}`,
    "u",
  ).exec(words);
  const seconds = length ? readSeconds(length[1] ?? length[2] ?? "") : defaultFadeSeconds;
  const isBoth = /\bin-and-out\b|\b(?:both|each) (?:ends?|sides?)\b/u.test(words);
  const isIn =
    isBoth ||
    /\bfade(?:s|d)?[- ](?:it )?in\b|\bfrom (?:black|white)\b|\b(?:start|beginning)\b/u.test(words);
  const isOut =
    isBoth || /\bfade(?:s|d)?[- ](?:it )?out\b|\bto (?:black|white)\b|\bend\b/u.test(words);
  const color = /\bwhite\b/u.test(words) ? { color: "white" } : {};
  return step("fade", {
    ...(isIn ? { inSeconds: seconds } : {}),
    ...(isOut || !isIn ? { outSeconds: seconds } : {}),
    ...color,
  });
};
