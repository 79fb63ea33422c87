import { isColor, toHex } from "#studio/engines/media/parameters.ts";
import { paints } from "#studio/engines/scene/color.ts";
import { type PromptReading, readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";
import { choosePlace } from "#studio/engines/scene/scenery/choose-place.ts";

export type Background =
  | { readonly kind: "removed" | "blurred" }
  | { readonly kind: "color"; readonly paint: string }
  | { readonly kind: "scene"; readonly reading: PromptReading };

/** `isNamed`: the text is about the background, even if it names none that studio can make. */
export interface BackgroundReading {
  readonly isNamed: boolean;
  readonly background: Background | null;
}

const backgroundWord =
  /\bback(?:ground|drop)\b|\bfondo\b|\bfond\b|arri[eè]re-plan|hintergrund|\bsfondo\b|\bfundo\b|\bachtergrond\b|\btło\b|\btła\b|фон|背景|배경|الخلفية/iu;
const cutOut =
  /\bcut[- ]?outs?\b|\bcut\b.{1,60}?\bout\b|\bextract (?:the|this|that|my)\b|\bisolate\b|freistell|d[eé]tour|抠图|切り抜|green.?screen/iu;
const transparent = /transparen|прозрач|透明|투명/iu;
const removedDirectly =
  /\b(?:remove|delete|erase|get rid of|strip|drop|cut away|without|no)\s+(?:the |this |that |any |a |its )?(?:\w+ )?back(?:ground|drop)/iu;
const followedByNewOne = /\b(?:and|then|,)\s+(?:put|place|set|add|use|make|replace)\b/iu;
const removal =
  /\b(?:remove|delete|erase|without|no|cut|extract|isolate)\b|quit|elimin|borra|\bsin\b|supprim|enl[eè]v|effac|\bsans\b|entfern|lösch|\bohne\b|freistell|d[eé]tour|rimuov|togli|\bsenza\b|remov|\bsem\b|verwijder|usuń|удал|убер|\bбез\b|去|抠|删|移除|消|削除|除去|切り抜|제거|지워|삭제/iu;
const blurred =
  /\bblur|\bbokeh\b|out of focus|portrait mode|unscharf|flou|desenfoc|sfoc|размы|模糊|ぼか/iu;

const colorNames =
  "white|black|gr[ae]y|red|orange|yellow|green|blue|purple|pink|brown|beige|cyan|magenta|turquoise|navy|teal|gold|silver";
const color = String.raw`(?:(?<shade>light|dark|pale) )?(?<name>${colorNames}|#[0-9a-f]{6})`;
const plain = "(?:(?:a|plain|solid|pure|clean) ){0,2}";
const colorPatterns = [
  new RegExp(String.raw`${color}(?:[- ]colou?red)? back(?:ground|drop)`, "iu"),
  new RegExp(
    String.raw`back(?:ground|drop)(?: colou?r)?(?: (?:to|in|of|with|by|is|as|into|be))? ${plain}${color}\b(?! \p{L})`,
    "iu",
  ),
  new RegExp(String.raw`\b(?:on|against) ${plain}${color}\b(?! \p{L})`, "iu"),
];
const pure: Readonly<Record<string, string>> = { white: "#ffffff", black: "#000000" };
const screenGreen = "#00b140";

/** "put it on a beach": what follows the preposition is the new background. */
const moved =
  /^\W*(?:(?:please|can you|could you|now) ){0,2}(?:put|place|move|set|send|take|bring|drop|show|insert)\b.{0,80}?\b(?:(?<before>in front of)|into|onto|to|on|in|at|under|inside)\s+(?<where>.+)$/isu;
const replaced =
  /back(?:ground|drop)\b.{0,40}?\b(?:with|to|by|into|of|as|for|on|in|at)\s+(?<where>.+)$/isu;
/** "a snowy forest": a chat message that moves the subject leaves only the place as the prompt. */
const onlyPlace = /^\W*(?:(?:on|in|at|a|an|the)\s+)[\p{L}\s'-]{1,60}$/iu;

/** Reads from the words of a request how the background changes. */
export function readBackground(text: string): BackgroundReading {
  const isNamed = backgroundWord.test(text) || cutOut.test(text);
  const place = readPlace(text, isNamed);
  if (!isNamed) return { isNamed: place !== null, background: place };
  return { isNamed, background: readNamed(text, place) };
}

function readNamed(text: string, place: Background | null): Background | null {
  if (transparent.test(text)) return { kind: "removed" };
  if (removedDirectly.test(text) && !followedByNewOne.test(text)) return { kind: "removed" };
  if (blurred.test(text)) return { kind: "blurred" };
  const paint = readColor(text);
  if (paint !== null) return { kind: "color", paint };
  if (place !== null) return place;
  if (removal.test(text)) return { kind: "removed" };
  const [other] = readPrompt(text).colors;
  const otherPaint = other === undefined ? undefined : (pure[other] ?? paints[other]);
  return otherPaint === undefined ? null : { kind: "color", paint: otherPaint };
}

function readColor(text: string): string | null {
  for (const pattern of colorPatterns) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    const name = (found["name"] ?? "").toLowerCase();
    const shaded = `${found["shade"]?.toLowerCase() ?? ""}${name}`;
    return isColor(shaded) ? toHex(shaded) : toHex(name);
  }
  return /green.?screen/iu.test(text) ? screenGreen : null;
}

function readPlace(text: string, isNamed: boolean): Background | null {
  const found = (isNamed ? replaced.exec(text) : null) ?? moved.exec(text);
  const where = found?.groups?.["where"];
  if (where !== undefined) {
    const reading = readPrompt(where);
    const hasPlace = choosePlace(reading) !== "abstract";
    // "In front of the Eiffel Tower" names a thing to draw behind, "on the table" a part of the image.
    const isDrawn = found?.groups?.["before"] !== undefined && reading.subjects.length > 0;
    const isPlace = isNamed || isDrawn || reading.settings.length > 0;
    return hasPlace && isPlace ? { kind: "scene", reading } : null;
  }
  const reading = readPrompt(text);
  if (reading.settings.length === 0 || reading.style !== null) return null;
  if (isNamed && !removal.test(text))
    return { kind: "scene", reading: { ...reading, subjects: [] } };
  return !isNamed && onlyPlace.test(text) ? { kind: "scene", reading } : null;
}
