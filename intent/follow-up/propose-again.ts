import { nextValue } from "#domain/conversations/next-value.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { takesTextOnly } from "#domain/requests/capability.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";

import type { Candidate } from "./candidate.ts";
import type { PossibleReferent } from "./list-referents.ts";
import { type Change, describeChanges, readChanges, suitableAdjustments } from "./read-changes.ts";
import type { Reading } from "./reading.ts";
import { again } from "./requests.ts";

/** "Again", "two more", "wider", "as png": earlier requests, as they were or with fields changed. */
export function proposeAgain(
  reading: Reading,
  referents: readonly PossibleReferent[],
): Candidate[] {
  const { message } = reading;
  if (message.attachments.length > 0) return [];
  return referents.flatMap((referent) => {
    const { capability } = referent.turn;
    if (capability === undefined || referent.files.some((file) => isSent(file.reference)))
      return [];
    return [
      repeat(reading, referent, capability),
      ...proposeChanges(reading, referent, capability),
    ];
  });
}

function isSent(reference: object): boolean {
  return "inputOf" in reference;
}

function repeat(
  { signs, context }: Reading,
  { turn, files, place, traits }: PossibleReferent,
  capability: Capability,
): Candidate {
  const count = signs.counts[0]?.count;
  return {
    act: "repeat",
    capability,
    place,
    refersTo: files.map(({ reference }) => reference),
    traits: [...traits, count === undefined ? "no count" : "count"],
    build() {
      const { seed: _seed, count: _count, ...parameters } = turn.parameters;
      return again("repeat", {
        target: turn,
        context,
        capability,
        files,
        parameters: count === undefined ? parameters : { ...parameters, count },
        assumptions: ["The same request with another seed."],
      });
    },
  };
}

/** Fields that the message states, or else each of the changes that suit the result. */
function proposeChanges(
  reading: Reading,
  referent: PossibleReferent,
  capability: Capability,
): Candidate[] {
  const { turn } = referent;
  const stated = readChanges(reading, turn);
  const fields = stated.map(({ field }) => field);
  return [
    ...(stated.length === 0
      ? []
      : [
          adjust(reading, referent, capability, {
            changes: stated,
            traits: [
              "states a change",
              ...fields.map((field) => `states ${field}`),
              ...fields.map((field) => `states ${field} of ${capability}`),
              ...(fields.includes("style") && !takesTextOnly(capability) ? ["style of work"] : []),
              `states ${Math.min(3, fields.length)} changes`,
            ],
          }),
        ]),
    ...suitableAdjustments(turn).map((name) =>
      adjust(reading, referent, capability, {
        change: name,
        changes: [nextValue(name, turn.parameters)],
        traits: [
          stated.length === 0 ? "states nothing" : "states another",
          `${name} ${capability}`,
        ],
      }),
    ),
  ];
}

function adjust(
  { context }: Reading,
  { turn, files, place, traits }: PossibleReferent,
  capability: Capability,
  found: { changes: readonly Change[]; change?: string; traits: readonly string[] },
): Candidate {
  return {
    act: "adjust",
    capability,
    change: found.change,
    place,
    refersTo: files.map(({ reference }) => reference),
    traits: [...traits, ...found.traits],
    build() {
      const parameters: GenerationParameters = { ...turn.parameters };
      for (const { field, value } of found.changes) {
        if (field !== "optimizeFor") Object.assign(parameters, { [field]: value });
      }
      return again("adjust", {
        target: turn,
        context,
        capability,
        files,
        parameters,
        assumptions: [describeChanges(found.changes)],
        goal: found.changes.find(({ field }) => field === "optimizeFor")?.value,
      });
    },
  };
}
