/**
 * Measures how the embedded parser understands labelled dialogues and prints totals only:
 * `npm run dialogues -- path/to/dialogues.jsonl`. The format is that of `test/fixtures/dialogues.jsonl`.
 */
import { fileURLToPath } from "node:url";

import { playDialogues, readDialogues, sumUp } from "#intent/score-dialogues.ts";

const fixture = fileURLToPath(new URL("../test/fixtures/dialogues.jsonl", import.meta.url));
const totals = sumUp(playDialogues(readDialogues(process.argv[2] ?? fixture)));

const { byAct, ...overall } = totals;
console.table(overall);
console.table(byAct);
