import { servableCapabilities, takesTextOnly } from "#domain/requests/capability.ts";

import { ask } from "./ask-back.ts";
import type { Candidate, Trait } from "./candidate.ts";
import { listReferents, type PossibleReferent } from "./list-referents.ts";
import { proposeAgain } from "./propose-again.ts";
import { proposeAnswer } from "./propose-answer.ts";
import { proposeKeep, proposeNew } from "./propose-new.ts";
import { proposeWork } from "./propose-work.ts";
import { type Reading, toInputKind } from "./reading.ts";
import { refused } from "./requests.ts";

/** Lists what a message may mean. Each candidate refers only to files of the conversation or of the message. */
export function listCandidates(reading: Reading): Candidate[] {
  const { capabilities } = reading.message;
  const referents = listReferents(reading);
  const requests = [
    ...proposeNew(reading),
    ...proposeAnswer(reading, referents),
    ...proposeAgain(reading, referents),
    ...proposeWork(reading, referents),
    ...proposeKeep(reading, referents),
  ].filter(
    ({ capability }) =>
      capability === undefined || capabilities === undefined || capabilities.includes(capability),
  );
  const traits = openTraits(reading, referents);
  return [
    ...requests,
    { act: "ask", traits, build: () => ask(reading) },
    { act: "refuse", traits, build: () => refused },
  ];
}

/** Probabilities that a message requests nothing, or nothing certain: read alone, and as work on the newest file. */
function openTraits(
  { plain, message, classify, context }: Reading,
  referents: readonly PossibleReferent[],
): Trait[] {
  const medium = referents[0]?.medium ?? "nothing";
  const [kind] = referents.flatMap(({ medium: each }) => toInputKind(each) ?? []);
  const place = context.length === 0 ? "first" : `after ${medium}`;
  const kinds = kind === undefined ? message.attachments : [...message.attachments, kind];
  const scores = classify(message.message, kinds);
  const best = Math.max(
    ...servableCapabilities(kinds)
      .filter((capability) => kind === undefined || !takesTextOnly(capability))
      .map((capability) => scores[capability]),
  );
  return [
    `${plain.outcome} ${place}`,
    { name: `certain ${context.length === 0 ? "first" : "later"}`, value: Math.max(-8, best) / 4 },
  ];
}
