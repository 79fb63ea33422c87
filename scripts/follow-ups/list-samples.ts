import type { ParsedMessage } from "#domain/requests/intent.ts";
import { listCandidates } from "#intent/follow-up/candidates.ts";
import { messageFeatures } from "#intent/follow-up/message-features.ts";
import { toVector } from "#intent/follow-up/ranker.ts";
import { toReading } from "#intent/follow-up/reading.ts";
import { type Dialogue, playDialogues } from "#intent/score-dialogues.ts";

import type { Sample } from "./train-ranker.ts";

/**
 * Lists the messages of dialogues with what they may mean. A message whose meaning no candidate has should lead to a
 * question.
 */
export function listSamples(dialogues: readonly Dialogue[], weight = 1): Sample[] {
  const samples: Sample[] = [];
  playDialogues(dialogues, (message, context, parse, check): ParsedMessage => {
    const reading = toReading(message, context, parse);
    const candidates = listCandidates(reading);
    const reads = candidates.map((candidate) => candidate.build());
    const isRight = reads.map((read) => check(read).isRight);
    const right = isRight.includes(true) ? isRight : candidates.map(({ act }) => act === "ask");
    samples.push({
      features: messageFeatures(reading),
      candidates: candidates.map(toVector),
      right,
      weight,
    });
    return reads[right.indexOf(true)]!;
  });
  return samples;
}
