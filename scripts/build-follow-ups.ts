/**
 * Learns from intent/follow-up/dialogues what messages of a conversation mean, and writes
 * intent/follow-up/weights.json. Deterministic: the same data give the same bytes. `--validate` prints how well the
 * messages of authors are understood by weights learned from the others, and writes nothing.
 */
import { writeFileSync } from "node:fs";

import { readBy } from "#intent/follow-up/read-follow-up.ts";
import { toReading } from "#intent/follow-up/reading.ts";
import { hashDialogues, listAuthors } from "#intent/follow-up/training-dialogues.ts";
import { toWeightsFile, weightsFileUrl } from "#intent/follow-up/weights.ts";
import { playDialogues, sumUp } from "#intent/score-dialogues.ts";

import { listSamples } from "./follow-ups/list-samples.ts";
import { listPhraseDialogues, listTermDialogues } from "./follow-ups/term-dialogues.ts";
import { trainRanker } from "./follow-ups/train-ranker.ts";

/** Parts into which the authors are divided for the validation. */
const folds = 3;
/** Terms alone are less varied than written messages. */
const termWeight = 0.5;

const terms = listSamples([...listTermDialogues(), ...listPhraseDialogues()], termWeight);
const authors = listAuthors().map((author) => ({
  ...author,
  samples: listSamples(author.dialogues),
}));

if (process.argv.includes("--validate")) validate();
else {
  const weights = trainRanker([...terms, ...authors.flatMap(({ samples }) => samples)]);
  const file = toWeightsFile(weights, { trainingHash: hashDialogues() });
  const text = `${JSON.stringify(file, null, 2)}\n`;
  writeFileSync(weightsFileUrl, text);
  console.log(`${authors.length} authors, ${Math.round(text.length / 1024)} KiB`);
}

function validate(): void {
  const totals = Array.from({ length: folds }, (_, fold) => {
    const left = authors.filter((_author, at) => at % folds === fold);
    const others = authors.filter((author) => !left.includes(author));
    const weights = trainRanker([...terms, ...others.flatMap(({ samples }) => samples)]);
    return left.map(({ name, dialogues }) => {
      const played = playDialogues(dialogues, (message, context, parse) =>
        readBy(weights, toReading(message, context, parse)),
      );
      const { turns, turnsRight, wronglyPaid, dearlyPaid, needlessQuestions } = sumUp(played);
      return { name, turns, turnsRight, wronglyPaid, dearlyPaid, needlessQuestions };
    });
  });
  console.table(totals.flat());
}
