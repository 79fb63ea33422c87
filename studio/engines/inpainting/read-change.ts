import { type PromptReading, readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";

/** `insert`: subjects that replace the area; without them, the area is filled with what surrounds it. */
export interface Change {
  readonly insert: PromptReading | null;
  /** The prompt adds content, so that it needs an area. */
  readonly isAddition: boolean;
  /** New content that studio cannot draw; empty when the request is understood. */
  readonly unknown: string;
}

const removal =
  /\b(?:remove|erase|delete|get rid|take (?:out|away|off)|wipe|clean|clear|heal|retouch|hide|without|no more)\b|\bquita|\bborra|elimin|efface|enl[eè]v|supprim|retire|entfern|lösch|rimuov|cancell|togli|apaga|verwijder|usuń|удал|убер|убра|сотр|去掉|去除|删|移除|擦|抹|消|削除|取り除|除去|지워|제거|없애|삭제/iu;
const replacement =
  /\b(?:replace|swap|substitute|exchange|change|turn|transform|fill|inpaint|cover)\b.{0,160}?\b(?:with|by|for|into|to)\s+(?<what>.+)$/isu;
const addition = /\b(?:add|put|insert|place|draw|paint|include)\b\s+(?<what>.+)$/isu;
/** Surroundings of the area, whose texture fills it. */
const surroundings =
  /\b(?:background|surroundings?|around|texture|masked|marked|selected|transparent|hole|gap|area|part|region|spot|same|blank|empty|missing|fill|sky|wall|floor|grass|ground|sand|water|snow|clouds?)\b|transparen|fond|hintergrund/iu;
/** "the sign" names a thing of the image, "a sign" a new one. */
const existing =
  /^\W*(?:the|this|that|these|those|my|his|her|their|all|any|every|la|el|los|las|le|les|der|die|das|den|il|lo|gli)\s/iu;

/** Reads from the prompt of an inpainting whether its area is emptied or filled with new content. */
export function readChange(prompt: string): Change {
  const filled = replacement.exec(prompt)?.groups?.["what"];
  if (filled === undefined && removal.test(prompt)) return emptied;
  const added = filled === undefined ? addition.exec(prompt)?.groups?.["what"] : undefined;
  const what = filled ?? added ?? (existing.test(prompt) ? "" : prompt);
  const reading = readPrompt(what);
  const isAddition = added !== undefined;
  if (reading.subjects.length > 0) return { insert: reading, isAddition, unknown: "" };
  if (what.trim() === "" || surroundings.test(what)) return emptied;
  return { insert: null, isAddition, unknown: what };
}

const emptied: Change = { insert: null, isAddition: false, unknown: "" };
