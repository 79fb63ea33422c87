import { type ReadRule, readPosition, step } from "./clause.ts";
import type { EditFacts, EditParameters, EditStep } from "./edit-step.ts";
import { readGrade } from "./read-grade.ts";
import { readText } from "./read-text.ts";
import { readTiming } from "./read-timing.ts";

/** Reads the steps that a clause names; null when it names none. The first rule that fits counts. */
export function readClause(words: string, quotes: readonly string[]): readonly EditStep[] | null {
  for (const rule of rules) {
    const steps = rule(words, quotes);
    if (steps !== null) return steps;
  }
  return null;
}

function readReverse(words: string) {
  return /\b(?:reverse[ds]?|backwards?|rewind)\b/u.test(words) ? step("reverse") : null;
}

function readSteadiness(words: string) {
  return /\b(?:de-?)?stabili[sz]|\bsteady\b|\bsteadier\b|\bshak(?:y|iness|ing)\b|\bdeshake\b/u.test(
    words,
  )
    ? step("stabilize")
    : null;
}

function readSpeed(words: string) {
  if (
    !/\b(?:speed|fast|faster|slow|slower|slow-?mo(?:tion)?|timelapse|time-lapse)\b|\btimes as\b/u.test(
      words,
    )
  ) {
    return null;
  }
  const isSlow = /\bslow|\bhalf\b/u.test(words) && !/\btwice as fast\b/u.test(words);
  const times = /(\d+(?:\.\d+)?) ?(?:x|×|times)/u.exec(words)?.[1];
  const share = /(\d+(?:\.\d+)?) ?(?:%|percent)/u.exec(words);
  const direct = (value: number) => step("speed", { factor: Math.round(value * 1000) / 1000 });
  if (times !== undefined)
    return direct(isSlow && Number(times) > 1 ? 1 / Number(times) : Number(times));
  if (share) {
    const percent = Number(share[1]);
    if (!/\bby \d/u.test(words)) return direct(percent / 100);
    return direct(isSlow ? 1 - percent / 100 : 1 + percent / 100);
  }
  if (/\b(?:twice|double)\b/u.test(words)) return direct(isSlow ? 0.5 : 2);
  if (isSlow) return direct(0.5);
  return direct(
    /\btime-?lapse\b/u.test(words) ? 4 : /\bslightly|a (?:bit|little)\b/u.test(words) ? 1.2 : 1.5,
  );
}

function readTurn(words: string) {
  if (/\b(?:mirror|flip)/u.test(words)) {
    const flip = /\bvertical|upside/u.test(words) ? "vertical" : "horizontal";
    return step("rotate", { flip });
  }
  if (!/\b(?:rotate|turn)\b/u.test(words)) return null;
  const isLeft = /\b(?:counter|anti)-?clockwise|\bleft\b/u.test(words);
  const degrees = /(\d+) ?(?:°|deg)/u.exec(words)?.[1] ?? /\b(90|180|270)\b/u.exec(words)?.[1];
  if (degrees !== undefined) {
    const turned = Number(degrees) % 360;
    return step("rotate", { degrees: isLeft ? (360 - turned) % 360 : turned });
  }
  if (/\bupside\b|\bhalf\b/u.test(words)) return step("rotate", { degrees: 180 });
  if (isLeft) return step("rotate", { degrees: 270 });
  return /\bclockwise\b|\bright\b|\bsideways\b/u.test(words)
    ? step("rotate", { degrees: 90 })
    : null;
}

const namedRatios = [
  [/\bsquare\b/u, "1:1"],
  [/\b(?:vertical|portrait|tiktok|reels?|story|stories|shorts)\b/u, "9:16"],
  [/\b(?:widescreen|landscape|youtube)\b/u, "16:9"],
  [/\bcinemascope\b/u, "2.39:1"],
] as const;

function readCrop(words: string) {
  if (/\d{2,4} ?[x×] ?\d{2,4}/u.test(words)) return null;
  const ratio = /\b(\d{1,2}(?:\.\d{1,2})?) ?: ?(\d{1,2}(?:\.\d{1,2})?)\b/u.exec(words);
  const named = namedRatios.find(([pattern]) => pattern.test(words))?.[1];
  const aspectRatio = ratio ? `${ratio[1]}:${ratio[2]}` : named;
  if (aspectRatio === undefined) return null;
  const focus = readPosition(words.replace(/\bcrop\b/u, ""));
  return step("crop", { aspectRatio, ...(focus === undefined ? {} : { focus }) });
}

function readSize(words: string) {
  const size = /\b(\d{2,4}) ?[x×] ?(\d{2,4})\b/u.exec(words);
  if (size) return step("resize", { width: Number(size[1]), height: Number(size[2]) });
  const lines = /\b(\d{3,4})p\b/u.exec(words)?.[1] ?? (/\b4k\b/u.test(words) ? "2160" : undefined);
  if (lines !== undefined) return step("resize", toLines(Number(lines)));
  if (/\bhalf\b.*\bsize\b|\bsize\b.*\bhalf\b/u.test(words)) {
    return step("resize", ({ width }) => ({ width: Math.max(16, Math.round(width / 2)) }));
  }
  return null;
}

/** The number of lines is the length of the shorter edge. */
export function toLines(lines: number): (facts: EditFacts) => EditParameters {
  return ({ width, height }) => (width >= height ? { height: lines } : { width: lines });
}

function readSound(words: string) {
  const thing = "(?:sound|audio|music|soundtrack|noise|voice)";
  if (/\bunmute\b/u.test(words)) return null;
  if (
    new RegExp(
      `\\b(?:mute|silence|silent)\\b|\\b(?:remove|without|no|delete|strip|drop)\\b(?: \\w+){0,2} ${thing}\\b`,
      "u",
    ).test(words)
  ) {
    return step("volume", { factor: 0 });
  }
  if (/\bnormali[sz]e|\blevel(?:led)? the\b|\bloudness\b|\blufs\b/u.test(words)) {
    const lufs = /(-\d+(?:\.\d+)?) ?(?:lufs|db)/u.exec(words)?.[1];
    return step("loudness", lufs === undefined ? {} : { lufs: Number(lufs) });
  }
  if (/\b(?:louder|quieter|volume)\b|\bsofter (?:sound|audio)/u.test(words))
    return readVolume(words);
  const recording =
    "(?:sound|audio|music|soundtrack|song|track|narration|voice-?over|recording|tune)";
  const takes = new RegExp(
    `\\b(?:add|use|replace|put|set|with|lay|swap|change)\\b.*\\b${recording}\\b`,
    "u",
  );
  return takes.test(words) ? step("mux", { length: "video" }) : null;
}

function readVolume(words: string) {
  const percent = /(\d+(?:\.\d+)?) ?(?:%|percent)/u.exec(words)?.[1];
  const isLess = /\b(?:quieter|lower|down|reduce|decrease|less)\b/u.test(words);
  if (percent === undefined) {
    const isDouble = /\b(?:double|twice)\b/u.test(words);
    return step("volume", {
      factor: isLess || /\bhalf\b|\bhalve\b/u.test(words) ? 0.5 : isDouble ? 2 : 1.5,
    });
  }
  const share = Number(percent) / 100;
  if (!/\bby\b/u.test(words)) return step("volume", { factor: share });
  return step("volume", { factor: isLess ? Math.max(0, 1 - share) : 1 + share });
}

function readCover(words: string) {
  const isLogo = /\b(?:logo|watermark|image|picture|photo|sticker|overlay)\b/u.test(words);
  const isVideo =
    /\bpicture[- ]in[- ]picture\b|\bpip\b|\b(?:second|other) (?:video|clip)\b.*\b(?:corner|over|on top|inside)\b/u.test(
      words,
    );
  if (
    !isVideo &&
    !(isLogo && /\b(?:add|put|overlay|show|place|insert|lay|watermark|with)\b/u.test(words))
  ) {
    return null;
  }
  const share = /(\d+) ?(?:%|percent)(?! (?:opa|trans))/u.exec(words)?.[1];
  const opacity = /(\d+) ?(?:%|percent) opa/u.exec(words)?.[1];
  const position = readPosition(words);
  return step("overlay", {
    scale: share === undefined ? (isVideo ? 0.3 : 0.2) : Number(share) / 100,
    ...(position === undefined ? {} : { position }),
    ...(opacity === undefined
      ? /\b(?:transparent|translucent|faint)\b/u.test(words)
        ? { opacity: 0.5 }
        : {}
      : { opacity: Number(opacity) / 100 }),
  });
}

function readJoin(words: string) {
  if (
    !/\b(?:join|merge|concat(?:enate)?|combine|stitch|append|together)\b|\bone after (?:the other|another)\b|\badd (?:the |this )?(?:second|other|next) (?:video|clip)\b/u.test(
      words,
    )
  ) {
    return null;
  }
  const isSoft = /\b(?:cross-?fade|dissolve|fade|blend|smooth)/u.test(words);
  return step("concat", isSoft ? { transition: "fade" } : {});
}

function readFormat(words: string) {
  const format = /\b(gif|webm|mp4)\b/u.exec(words)?.[1];
  return format === undefined ? null : step("convert", { format });
}

const rules: readonly ReadRule[] = [
  readText,
  readJoin,
  readTiming,
  readCover,
  readSound,
  readSpeed,
  readReverse,
  readSteadiness,
  readTurn,
  readFormat,
  readSize,
  readCrop,
  readGrade,
];
