import type { Turn } from "#domain/conversations/context.ts";
import {
  type Capability,
  type InputKind,
  servableCapabilities,
  takesTextOnly,
} from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type { ParsedMessage } from "#domain/requests/intent.ts";

import type { Candidate, Trait } from "./candidate.ts";
import type { PossibleReferent } from "./list-referents.ts";
import { evidence } from "./propose-work.ts";
import { complete, readAnswer } from "./read-answer.ts";
import { type Reading, toInputKind } from "./reading.ts";
import { ownReferences, toInput } from "./requests.ts";

/** Answers to the question with which the last message ended: its request, with what the message adds. */
export function proposeAnswer(
  reading: Reading,
  referents: readonly PossibleReferent[],
): Candidate[] {
  const { context, message } = reading;
  const [asked] = context;
  if (asked?.question === undefined) return [];
  const stated = readAnswer(reading);
  const own = [...asked.inputs.map(({ kind }) => kind), ...message.attachments];
  const possible = [
    { files: own, inputs: asked.inputs, traits: [] as readonly string[], referent: undefined },
    ...(message.attachments.length > 0
      ? []
      : referents.flatMap((referent) => {
          const kind = toInputKind(referent.medium);
          return kind === null || referent.files.length !== 1
            ? []
            : [
                {
                  files: [kind],
                  inputs: referent.files.map(({ reference }) => toInput(reference)),
                  traits: referent.traits,
                  referent,
                },
              ];
        })),
  ];
  return possible.flatMap(({ files, inputs, traits, referent }) => {
    const among = servableCapabilities(files).filter(
      (capability) => referent === undefined || !takesTextOnly(capability),
    );
    const both = `${asked.text}. ${message.message}`;
    const alone = evidence(reading, message.message, { kinds: files, among });
    const former = evidence(reading, asked.text, { kinds: files, among });
    return among.map((capability): Candidate => {
      const isStated =
        referent === undefined &&
        stated?.outcome === "parsed" &&
        stated.intent.capability === capability;
      return {
        act: "answer",
        capability,
        refersTo: referent?.files.map(({ reference }) => reference),
        traits: [
          ...traits,
          ...alone(capability),
          ...former(capability).map((trait) => renamed(trait, "asked")),
          ...(stated?.outcome === "parsed" ? [isStated ? "by rule" : "another by rule"] : []),
          ...(asked.capability === undefined
            ? ["open"]
            : [asked.capability === capability ? "as asked" : "not as asked"]),
          ...(asked.question?.some((option) => option.capability === capability) === true
            ? ["offered"]
            : []),
          files.length === 0
            ? "text alone"
            : referent === undefined
              ? "sent files"
              : "earlier file",
          ...(message.attachments.length > 0 ? ["sends files"] : []),
          ...(takesTextOnly(capability) && files.length > 0 ? ["leaves files"] : []),
        ],
        build: () =>
          isStated
            ? stated
            : answer(reading, asked, { capability, text: both, files, inputs, referent }),
      };
    });
  });
}

function renamed(trait: Trait, prefix: string): Trait {
  return typeof trait === "string"
    ? `${prefix} ${trait}`
    : { ...trait, name: `${prefix} ${trait.name}` };
}

function answer(
  { parse, message }: Reading,
  asked: Turn,
  found: {
    capability: Capability;
    text: string;
    files: readonly InputKind[];
    inputs: readonly GenerationInput[];
    referent: PossibleReferent | undefined;
  },
): ParsedMessage {
  const { capability, text, files, inputs, referent } = found;
  const read = parse({ message: text, attachments: files, capabilities: [capability] });
  if (read.outcome !== "parsed") return read;
  return complete(asked, {
    capability,
    kinds: files,
    intent: read.intent,
    refersTo: referent?.files.map(({ reference }) => reference) ?? ownReferences(message),
    ...(referent === undefined ? {} : { inputs }),
  });
}
