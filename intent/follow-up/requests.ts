import type { ContextFile, Turn } from "#domain/conversations/context.ts";
import type { FollowUpAct, Reference } from "#domain/conversations/follow-up.ts";
import { type Capability, type InputKind, resultContentType } from "#domain/requests/capability.ts";
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
  { files, own = [] }: { files: readonly ContextFile[]; own?: readonly Reference[] },
): ParsedMessage {
  if (files.some(({ isKept }) => !isKept)) return askExpired(intent);
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
  readonly capability: Capability;
  readonly files: readonly ContextFile[];
  readonly parameters: GenerationParameters;
  readonly assumptions: string[];
  readonly goal?: unknown;
}

/** Repeats the request of an earlier message, with its own inputs. */
export function again(
  act: FollowUpAct,
  { target, capability, files, parameters, assumptions, goal }: Again,
): ParsedMessage {
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

function askExpired(intent: Intent): ParsedMessage {
  return {
    outcome: "needs_input",
    intent: { ...intent, understood: { act: "repeat", refersTo: [] } },
    question: {
      text: "The file is no longer stored. Make it again?",
      options: [{ label: "Make it again" }],
    },
  };
}
