import { listGroups } from "#domain/conversations/context.ts";
import { isSameFile } from "#domain/conversations/context.ts";
import type { Reference } from "#domain/conversations/follow-up.ts";
import { capabilityRules } from "#domain/requests/capability.ts";
import type { Intent, OpenIntent, ParsedMessage, QuestionOption } from "#domain/requests/intent.ts";

import type { Choice } from "./choose.ts";
import type { Reading } from "./reading.ts";
import { emptyIntent, withAct } from "./requests.ts";

type ParsedRequest = Extract<ParsedMessage, { outcome: "parsed" }>;

const optionsMax = 10;

/** Asks what a message means, or which of the newest results. */
export function ask({ plain, context }: Reading): ParsedMessage {
  if (plain.outcome === "needs_input") return withAct(plain, "new", []);
  const [newest] = listGroups(context);
  const several = (newest?.files.length ?? 0) > 1 ? (newest?.files ?? []) : [];
  const refersTo = several.map(({ reference }) => reference);
  const intent: OpenIntent = plain.outcome === "parsed" ? plain.intent : emptyIntent;
  const { capability: _read, ...open } = intent;
  return {
    outcome: "needs_input",
    intent: { ...open, understood: { act: "edit", refersTo } },
    question:
      several.length > 0
        ? { text: whichOf(refersTo.length), options: toOptions(refersTo) }
        : { text: "What should be done, and with which result?", options: [] },
  };
}

/** Asks which of several results is meant, when the readings of a message differ in nothing else. */
export function askWhich(
  { context }: Reading,
  { intent }: ParsedRequest,
  choices: readonly Choice[],
): ParsedMessage | null {
  const { act, refersTo = [] } = intent.understood ?? {};
  const [meant] = refersTo;
  const group = listGroups(context).find(({ files }) =>
    files.some(({ reference }) => meant !== undefined && isSameFile(reference, meant)),
  );
  if (group === undefined || group.files.length < 2 || (act !== "edit" && act !== "convert"))
    return null;
  const others = choices.filter(
    ({ read }) =>
      read.outcome === "parsed" &&
      read.intent.capability === intent.capability &&
      group.files.some(({ reference }) =>
        read.intent.understood?.refersTo.some((other) => isSameFile(reference, other)),
      ),
  );
  if (others.length < 2) return null;
  const files = group.files.map(({ reference }) => reference);
  return {
    outcome: "needs_input",
    intent: { ...intent, understood: { act, refersTo: files } },
    question: {
      text: whichOf(files.length),
      options: toOptions(files).map((option) => ({ ...option, capability: intent.capability })),
    },
  };
}

function whichOf(count: number): string {
  return `Which of the ${count} results?`;
}

function toOptions(files: readonly Reference[]): QuestionOption[] {
  return files
    .slice(0, optionsMax)
    .map((reference, at) => ({ label: `${at + 1}`, refersTo: [reference] }));
}

/** Asks whether an uncertain reading is meant. The answer "1" confirms it. */
export function askToConfirm(
  reading: Reading,
  { intent, optimizeFor }: ParsedRequest,
): ParsedMessage {
  // The question does not store a goal of routing.
  return optimizeFor === undefined ? askWhetherMeant(intent) : ask(reading);
}

/** Asks whether a request is meant. */
export function askWhetherMeant(intent: Intent): ParsedMessage {
  const { act = "new", refersTo = [] } = intent.understood ?? {};
  const { title } = capabilityRules[intent.capability];
  const { capability, assumptions } = intent;
  const said = assumptions.at(-1) ?? "";
  const amount = describeAmount(intent);
  const meaning = {
    new: describeRequest(intent),
    answer: `${title}${amount}`,
    repeat: `${title} again${amount}`,
    adjust: `${title} again. ${said}`,
    edit: `${title} of an earlier result${amount}`,
    convert: `${title} of an earlier result${amount}`,
    keep: `${title}${amount}. ${said}`,
  }[act];
  const option = { label: "1", capability, ...(refersTo.length > 0 ? { refersTo } : {}) };
  return {
    outcome: "needs_input",
    intent,
    question: { text: `Is this meant? 1: ${meaning}`, options: [option] },
  };
}

type Described = Pick<Intent, "capability" | "subject" | "parameters">;

/** Says what a request makes: "Text-to-Video: a fox (2 results, 20 s)". */
export function describeRequest(request: Described): string {
  const { title } = capabilityRules[request.capability];
  const { subject } = request;
  return `${subject === "" ? title : `${title}: ${subject}`}${describeAmount(request)}`;
}

/** Says what raises the price of a request. */
function describeAmount({ parameters: { count = 1, durationSeconds } }: Described): string {
  const amounts = [
    ...(count > 1 ? [`${count} results`] : []),
    ...(durationSeconds === undefined ? [] : [`${durationSeconds} s`]),
  ];
  return amounts.length === 0 ? "" : ` (${amounts.join(", ")})`;
}
