import { isColor } from "#studio/engines/media/parameters.ts";

import { type ReadRule, readPosition, step } from "./clause.ts";
import type { EditFacts } from "./edit-step.ts";
import { readSeconds, timePattern } from "./times.ts";

/** Time for which a title at the start or at the end is shown. */
const titleSeconds = 3;

const captions = /\b(?:captions?|subtitles?|subs)\b/u;
const kinds =
  /\b(?:title|text|caption|subtitle|words?|heading|headline|credits?|label|message|saying|says|write|lower third)\b/u;
const range = new RegExp(
  `\\b(?:from|between) (${timePattern}) ?(?:to|until|-|–) ?(${timePattern})`,
  "u",
);
const moment = new RegExp(`\\bat (${timePattern})`, "u");
const length = new RegExp(`\\bfor (${timePattern})|\\b(?:first|last) (${timePattern})`, "u");

/** Reads a text that is shown over the video, in quotation marks or after a colon. */
export const readText: ReadRule = (words, quotes) => {
  const index = /§(\d+)§/u.exec(words)?.[1];
  const text = index === undefined ? undefined : quotes[Number(index)];
  if (text === undefined || text === "") return null;
  const around = words.replaceAll(/§\d+§/gu, "");
  if (captions.test(around) && !/\btitle\b/u.test(around)) return step("subtitles", { text });
  if (!kinds.test(around) && !/\b(?:add|put|show|display|insert|overlay)\b/u.test(around))
    return null;
  const position = readPosition(around) ?? (/\blower third\b/u.test(around) ? "bottom" : undefined);
  const color = around
    .match(/\b[a-z]+\b/gu)
    ?.find((word) => colorWords.test(word) && isColor(word));
  const look = {
    text,
    ...(position === undefined ? {} : { position }),
    ...(color === undefined ? {} : { color }),
  };
  return step("overlayText", (facts) => ({ ...look, ...readTimes(around, facts) }));
};

const colorWords =
  /^(?:white|black|red|green|blue|yellow|orange|pink|purple|cyan|magenta|gold|silver|gray|grey)$/u;

function readTimes(
  words: string,
  { durationSeconds }: EditFacts,
): { startSeconds?: number; endSeconds?: number } {
  const between = range.exec(words);
  if (between) {
    return {
      startSeconds: readSeconds(between[1] ?? ""),
      endSeconds: readSeconds(between[2] ?? ""),
    };
  }
  const lasting = length.exec(words);
  const seconds = lasting ? readSeconds(lasting[1] ?? lasting[2] ?? "") : titleSeconds;
  if (/\b(?:end|last|ending)\b/u.test(words)) {
    return { startSeconds: Math.max(0, Math.round((durationSeconds - seconds) * 1000) / 1000) };
  }
  const at = moment.exec(words);
  if (at) {
    const start = readSeconds(at[1] ?? "");
    return { startSeconds: start, endSeconds: start + seconds };
  }
  const isAtStart = /\b(?:start|beginning|first|opening|intro)\b/u.test(words);
  return isAtStart || lasting ? { startSeconds: 0, endSeconds: seconds } : {};
}
