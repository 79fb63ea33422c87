import {
  type Context,
  type ContextFile,
  isSameFile,
  listGroups,
  type Turn,
  turnOf,
} from "#domain/conversations/context.ts";
import type { FollowUpAct, Reference } from "#domain/conversations/follow-up.ts";
import {
  type Capability,
  capabilityRules,
  type InputKind,
  resultContentType,
} from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type {
  GenerationParameters,
  Intent,
  MessageToParse,
  OpenIntent,
  ParsedMessage,
} from "#domain/requests/intent.ts";

export const emptyIntent = {
  subject: "",
  parameters: {},
  confidence: 0,
  assumptions: [],
  alternatives: [],
  parser: "embedded",
} satisfies OpenIntent;

export const refused: ParsedMessage = {
  outcome: "unsupported",
  reason: "The message requests nothing.",
  parser: "embedded",
};

export function parsed(
  intent: Intent,
  act: FollowUpAct,
  refersTo: readonly Reference[],
): ParsedMessage {
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

/** Work on files of earlier messages, after those of the message itself. */
export function workOn(
  intent: Intent,
  act: FollowUpAct,
  {
    files,
    context,
    own = [],
  }: { files: readonly ContextFile[]; context: Context; own?: readonly Reference[] },
): ParsedMessage {
  const expired = files.find(({ isKept }) => !isKept);
  if (expired !== undefined) return askExpired(expired, context);
  const references = files.map(({ reference }) => reference);
  const done = parsed(intent, act, [...own, ...references]);
  return { ...done, inputs: references.map(toInput) } as ParsedMessage;
}

export function toInput(reference: Reference): GenerationInput {
  const kind = reference.kind as InputKind;
  return "outputOf" in reference
    ? { kind, outputOf: reference.outputOf, ordinal: reference.ordinal }
    : { kind, inputOf: reference.inputOf, ordinal: reference.ordinal };
}

/** References to the files of the message itself; the job's id is not known to the parser. */
export function ownReferences({ attachments }: MessageToParse): Reference[] {
  return attachments.map((kind, ordinal) => ({
    kind: kind === "mask" ? "image" : kind,
    inputOf: "",
    ordinal,
  }));
}

interface Again {
  readonly target: Turn;
  readonly context: Context;
  readonly capability: Capability;
  readonly files: readonly ContextFile[];
  readonly parameters: GenerationParameters;
  readonly assumptions: string[];
  readonly goal?: unknown;
}

/** Repeats the request of an earlier message, with its own inputs, as long as these are stored. */
export function again(
  act: FollowUpAct,
  { target, context, capability, files, parameters, assumptions, goal }: Again,
): ParsedMessage {
  const expired = target.inputs.flatMap((input) => findExpired(input, context)).at(0);
  if (expired !== undefined) return askExpired(expired, context);
  const intent: Intent = {
    ...emptyIntent,
    contentType: resultContentType(
      capability,
      target.inputs.map(({ kind }) => kind),
    ),
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

/** Finds the file of an earlier message that an input names and that is no longer stored. */
function findExpired(input: GenerationInput, context: Context): ContextFile[] {
  if (!("ordinal" in input)) return [];
  const reference: Reference = { ...input, kind: input.kind === "mask" ? "image" : input.kind };
  return listGroups(context)
    .flatMap(({ files }) => files)
    .filter((file) => !file.isKept && isSameFile(file.reference, reference))
    .slice(0, 1);
}

const titleCharactersMax = 60;

/** Asks for an expired file: to make it again by the request that made it, or to send it again. */
function askExpired({ reference }: ContextFile, context: Context): ParsedMessage {
  const turn = turnOf(reference, context);
  const text = turn?.text ?? "";
  const title = text.length <= titleCharactersMax ? text : `${text.slice(0, titleCharactersMax)}…`;
  // Of a message whose text is no longer stored, the file has no title.
  const lost = `The ${reference.kind}${title === "" ? "" : ` of "${title}"`} is no longer stored.`;
  if (turn?.capability === undefined || !("outputOf" in reference)) {
    return {
      outcome: "needs_input",
      intent: { ...emptyIntent, understood: { act: "edit", refersTo: [] } },
      question: { text: `${lost} Send the file again, with this message.`, options: [] },
    };
  }
  const { capability, parameters } = turn;
  const assumptions = [`Made again, because the ${reference.kind} is no longer stored.`];
  const made = again("repeat", {
    target: turn,
    context,
    capability,
    files: [],
    parameters,
    assumptions,
  });
  if (made.outcome !== "parsed") return made;
  const refersTo = [reference];
  return {
    outcome: "needs_input",
    intent: { ...made.intent, understood: { act: "repeat", refersTo } },
    question: {
      text: `${lost} 1: make it again by ${capabilityRules[capability].title}.`,
      options: [{ label: "1", capability, refersTo }],
    },
  };
}
