import { readFileSync } from "node:fs";

import { z } from "zod";

import {
  type Context,
  type ContextFile,
  type Medium,
  type Turn,
  turnOf,
} from "#domain/conversations/context.ts";
import type { Reference } from "#domain/conversations/follow-up.ts";
import {
  capabilities,
  type Capability,
  inputKinds,
  resultContentType,
} from "#domain/requests/capability.ts";
import type { Intent, MessageToParse, ParsedMessage, Question } from "#domain/requests/intent.ts";

import { createEmbeddedParser, type EmbeddedParser } from "./embedded-parser.ts";
import { toQuestionedOption } from "./follow-up/questioned-option.ts";
import { readFollowUp } from "./follow-up/read-follow-up.ts";
import { isDear } from "./follow-up/thresholds.ts";

const expectSchema = z.strictObject({
  act: z.enum(["answer", "repeat", "adjust", "edit", "convert", "keep", "new", "ask", "refuse"]),
  capability: z.enum(capabilities).optional(),
  refersTo: z.array(z.string().regex(/^\d+(?:\.\d+|a\d+)?$/u)).optional(),
  count: z.int().optional(),
  changes: z.array(z.string()).optional(),
  keeps: z.array(z.string()).optional(),
  /** Other acts and capabilities that serve the message as well. */
  accept: z.array(z.string()).default([]),
  acceptCapability: z.array(z.enum(capabilities)).default([]),
});

const dialogueSchema = z.strictObject({
  id: z.string(),
  /** ISO 639-1. */
  lang: z.string().length(2),
  turns: z
    .array(
      z.strictObject({
        text: z.string(),
        attach: z.array(z.enum(inputKinds)).default([]),
        expect: expectSchema,
      }),
    )
    .min(2),
});
export type Dialogue = z.infer<typeof dialogueSchema>;
type LabelledTurn = Dialogue["turns"][number];

/** Reads labelled dialogues, one JSON object per line. */
export function readDialogues(file: URL | string): Dialogue[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => dialogueSchema.parse(JSON.parse(line)));
}

export interface PlayedTurn {
  readonly dialogue: string;
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly expected: LabelledTurn["expect"];
  readonly read: string;
  readonly isRight: boolean;
  /** A paid request that the message does not ask for. */
  readonly isWronglyPaid: boolean;
  /** The same for a request that may cost several times as much as an image. */
  readonly isDearlyPaid: boolean;
  /** A question where a request was expected. */
  readonly isNeedlessQuestion: boolean;
}

/** Reads a message of a dialogue; `check` compares a reading with the label. */
type ReadMessage = (
  message: MessageToParse,
  context: Context,
  parse: EmbeddedParser,
  check: (read: ParsedMessage) => PlayedTurn,
) => ParsedMessage;

/**
 * Plays dialogues against the embedded parser. Each message is read with the context that the labels of the earlier ones
 * describe, so that one error does not cause others.
 */
export function playDialogues(
  dialogues: readonly Dialogue[],
  readMessage: ReadMessage = readFollowUp,
): PlayedTurn[] {
  const parse = createEmbeddedParser();
  return dialogues.flatMap((dialogue) => {
    const context: Turn[] = [];
    return dialogue.turns.map((turn, index) => {
      const message = { message: turn.text, attachments: turn.attach };
      const before = [...context];
      const read = readMessage(message, before, parse, (other) =>
        score(dialogue, index, other, before),
      );
      context.unshift(toTurn(dialogue, index, { read, context }));
      return score(dialogue, index, read, before);
    });
  });
}

function jobIdOf(number: number): string {
  return `job_${number}`;
}

function toTurn(
  { turns }: Dialogue,
  index: number,
  { read, context }: { read: ParsedMessage; context: readonly Turn[] },
): Turn {
  const labelled = turns[index];
  if (labelled === undefined) throw new Error("expected a turn");
  const { expect, attach, text } = labelled;
  const number = index + 1;
  const jobId = jobIdOf(number);
  const intent = read.outcome === "unsupported" ? undefined : read.intent;
  const referred = (expect.refersTo ?? []).flatMap((label) =>
    toReferences(label, context, attach, number),
  );
  const [first] = referred;
  const source =
    first &&
    context.find((turn) =>
      turn.made.concat(turn.sent).some(({ reference }) => keyOf(reference) === keyOf(first)),
    );
  const isRequest = expect.act !== "ask" && expect.act !== "refuse";
  const capability = isRequest
    ? (expect.capability ?? source?.capability ?? intent?.capability)
    : read.outcome === "needs_input"
      ? read.intent.capability
      : undefined;
  const own = attach.map((kind, ordinal) => ({ kind, assetId: `ast_${number}_${ordinal}` }));
  const former = isRequest && expect.act === "answer" ? (context[0]?.inputs ?? []) : [];
  const inputs = [...(read.outcome === "parsed" ? (read.inputs ?? former) : former), ...own];
  const sent = attach.map((kind, ordinal): ContextFile => ({
    reference: { kind: kind === "mask" ? "image" : kind, inputOf: jobId, ordinal },
    medium: kind === "mask" ? "image" : kind,
    isKept: true,
  }));
  const kinds = inputs.map(({ kind }) => kind);
  return {
    jobId,
    text,
    act: expect.act === "ask" || expect.act === "refuse" ? "new" : expect.act,
    refersTo: referred,
    capability,
    subject: intent?.subject ?? "",
    parameters: intent?.parameters ?? {},
    inputs,
    sent,
    made:
      isRequest && capability !== undefined
        ? madeBy(
            capability,
            jobId,
            resultContentType(capability, kinds),
            countOf(turns, index, { intent, source }),
          )
        : [],
    ...(expect.act === "ask" ? { question: optionsOf(read) } : {}),
  };
}

/** Number of results: the one that is said, or the highest one to which a later message refers. */
function countOf(
  turns: Dialogue["turns"],
  index: number,
  { intent, source }: { intent: Partial<Intent> | undefined; source: Turn | undefined },
): number {
  const { expect } = turns[index] ?? {};
  const named = turns
    .flatMap((turn) => turn.expect.refersTo ?? [])
    .flatMap((label) => (label.startsWith(`${index + 1}.`) ? Number(label.split(".")[1]) : []));
  const isWhole =
    expect?.act === "adjust" && expect.refersTo?.every((label) => !label.includes("."));
  const former = isWhole === true ? (source?.made.length ?? 1) : 1;
  return Math.max(expect?.count ?? intent?.parameters?.count ?? former, ...named);
}

const textual: ReadonlySet<Capability> = new Set(["speech-to-text", "vision-analysis"]);

function madeBy(
  capability: Capability,
  jobId: string,
  kind: Reference["kind"],
  count: number,
): ContextFile[] {
  const medium: Medium = textual.has(capability) ? "text" : kind;
  return Array.from({ length: count }, (_, ordinal) => ({
    reference: { kind, outputOf: jobId, ordinal },
    medium,
    isKept: true,
    ...(medium === "text" ? { text: "the text" } : {}),
  }));
}

function optionsOf(read: ParsedMessage): Turn["question"] {
  const question: Question =
    read.outcome === "needs_input" ? read.question : { text: "", options: [] };
  const subject = read.outcome === "needs_input" ? read.intent.subject : "";
  return question.options.map((option) => toQuestionedOption(option, subject));
}

function toReferences(
  label: string,
  context: readonly Turn[],
  attach: LabelledTurn["attach"],
  number: number,
): Reference[] {
  const [, turnNumber = "", mark, position] = /^(\d+)(?:(\.|a)(\d+))?$/u.exec(label) ?? [];
  const ordinal = Number(position) - 1;
  if (Number(turnNumber) === number) {
    const kind = attach[ordinal] ?? "image";
    return [{ kind: kind === "mask" ? "image" : kind, inputOf: "", ordinal }];
  }
  const turn = context.find(({ jobId }) => jobId === jobIdOf(Number(turnNumber)));
  if (turn === undefined) return [];
  const files = mark === "a" ? turn.sent : turn.made;
  if (mark === undefined) return files.map(({ reference }) => reference);
  const file = files[ordinal];
  return file === undefined ? [] : [file.reference];
}

function keyOf(reference: Reference): string {
  return "outputOf" in reference
    ? `${reference.outputOf}.${reference.ordinal}`
    : `${reference.inputOf}a${reference.ordinal}`;
}

function score(
  { id, turns }: Dialogue,
  index: number,
  read: ParsedMessage,
  context: readonly Turn[],
): PlayedTurn {
  const turn = turns[index];
  if (turn === undefined) throw new Error("expected a turn");
  const { expect, text } = turn;
  const accepted = [expect.act, ...expect.accept, ...(isOwnWork(expect, index) ? ["new"] : [])];
  const act = actOf(read);
  const isRequest = read.outcome === "parsed";
  const isExpectedRequest = expect.act !== "ask" && expect.act !== "refuse";
  const problems: string[] = [];
  const wanted = (expect.refersTo ?? []).flatMap((label) =>
    toReferences(label, context, turn.attach, index + 1),
  );
  if (!accepted.includes(act)) problems.push("act");
  if (isRequest && isExpectedRequest) {
    const { intent } = read;
    const wantedCapability = [expect.capability ?? intent.capability, ...expect.acceptCapability];
    if (!wantedCapability.includes(intent.capability)) problems.push("capability");
    const found = intent.understood?.refersTo ?? [];
    if (
      expect.refersTo !== undefined &&
      act !== "new" &&
      !isSameSet(wanted.map(keyOf), found.map(keyOf))
    ) {
      problems.push("refersTo");
    }
    if (
      expect.count !== undefined &&
      intent.parameters.count !== expect.count &&
      expect.count !== 1
    )
      problems.push("count");
    const changed = changedFields(read);
    if (
      act === "adjust" &&
      expect.act === "adjust" &&
      expect.changes?.some((field) => !isChanged(field, changed)) === true
    ) {
      problems.push("changes");
    }
  }
  const isRight = problems.length === 0;
  const shown =
    read.outcome === "unsupported"
      ? ""
      : `${read.intent.capability ?? ""} ${(read.intent.understood?.refersTo ?? []).map(keyOf).join(",")} ${changedFields(read).join(",")}`;
  const isWronglyPaid =
    isRequest &&
    problems.some((problem) => !isSmall(problem, { read, expected: expect, wanted, context }));
  return {
    dialogue: id,
    number: index + 1,
    text,
    expected: expect,
    read: `${act} ${shown} [${problems.join(",")}]`,
    isRight,
    isWronglyPaid,
    isDearlyPaid: isWronglyPaid && isDear(read.intent),
    isNeedlessQuestion: act === "ask" && isExpectedRequest && !isRight,
  };
}

const imageChanges: readonly Capability[] = ["inpainting", "image-to-image"];

/** Work on the files of the message itself is an independent request. */
function isOwnWork({ refersTo = [] }: LabelledTurn["expect"], index: number): boolean {
  return refersTo.length > 0 && refersTo.every((label) => label.startsWith(`${index + 1}a`));
}

/** A difference that leads to the request that was asked for, or to another change of the same image. */
function isSmall(
  problem: string,
  {
    read,
    expected,
    wanted,
    context,
  }: {
    read: ParsedMessage;
    expected: LabelledTurn["expect"];
    wanted: readonly Reference[];
    context: readonly Turn[];
  },
): boolean {
  if (read.outcome !== "parsed") return false;
  const { capability, understood } = read.intent;
  if (problem === "capability") {
    return (
      expected.capability !== undefined &&
      [expected.capability, capability].every((each) => imageChanges.includes(each))
    );
  }
  if (problem !== "refersTo" || understood?.act !== "keep") return false;
  const [kept, labelled] = [understood.refersTo[0], wanted[0]].map(
    (reference) => reference && turnOf(reference, context),
  );
  return kept !== undefined && labelled !== undefined && keptValues(kept) === keptValues(labelled);
}

/** Values that a request can keep of an earlier one. */
function keptValues({ capability, model, parameters }: Turn): string {
  const { voice, style, seed, language, speed } = parameters;
  return JSON.stringify([capability, model, voice, style, seed, language, speed]);
}

function actOf(read: ParsedMessage): string {
  if (read.outcome === "needs_input") return "ask";
  if (read.outcome === "unsupported") return "refuse";
  return read.intent.understood?.act ?? "new";
}

/** Fields that the message changed, from what the parser says to the caller. */
function changedFields(read: ParsedMessage): string[] {
  if (read.outcome !== "parsed") return [];
  const said = read.intent.assumptions.find((text) => text.startsWith("Changed "));
  return [...(said ?? "").matchAll(/(\w+): /gu)].map(([, field = ""]) => field);
}

/** Fields of the engine that authors of dialogues name otherwise. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  duration: ["durationSeconds"],
  resolution: ["resolution", "width", "height"],
  emotion: ["voice"],
  pitch: ["voice"],
  quality: ["optimizeFor", "resolution"],
};

function isChanged(field: string, changed: readonly string[]): boolean {
  return (fieldsOf[field] ?? [field]).some((name) => changed.includes(name));
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((one) => right.includes(one));
}

/** Totals of played dialogues. */
export interface DialogueTotals {
  readonly dialogues: number;
  readonly dialoguesRight: number;
  readonly turns: number;
  readonly turnsRight: number;
  readonly wronglyPaid: number;
  readonly dearlyPaid: number;
  readonly needlessQuestions: number;
  readonly byAct: Readonly<Record<string, { readonly turns: number; readonly right: number }>>;
}

export function sumUp(played: readonly PlayedTurn[]): DialogueTotals {
  const byDialogue = [...Map.groupBy(played, ({ dialogue }) => dialogue).values()];
  const count = (test: (turn: PlayedTurn) => boolean) => played.filter(test).length;
  const byAct = [...Map.groupBy(played, ({ expected }) => expected.act)].map(([act, turns]) => [
    act,
    { turns: turns.length, right: turns.filter(({ isRight }) => isRight).length },
  ]);
  return {
    dialogues: byDialogue.length,
    dialoguesRight: byDialogue.filter((turns) => turns.every(({ isRight }) => isRight)).length,
    turns: played.length,
    turnsRight: count(({ isRight }) => isRight),
    wronglyPaid: count(({ isWronglyPaid }) => isWronglyPaid),
    dearlyPaid: count(({ isDearlyPaid }) => isDearlyPaid),
    needlessQuestions: count(({ isNeedlessQuestion }) => isNeedlessQuestion),
    byAct: Object.fromEntries(byAct) as DialogueTotals["byAct"],
  };
}
