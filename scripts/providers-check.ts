import { mkdir } from "node:fs/promises";
import { parseArgs } from "node:util";

import { loadConfigOrExit } from "#config.ts";

import { lockFolder } from "./embedded/lock-folder.ts";
import { createStopSignal, interruptedCode } from "./embedded/stop-signals.ts";
import { createPerson } from "./providers-check/ask-person.ts";
import { openCheckBook } from "./providers-check/check-book.ts";
import { hideKeys } from "./providers-check/hide-keys.ts";
import { planChecks, presentPlan } from "./providers-check/plan-checks.ts";
import { presentOutcome } from "./providers-check/present-report.ts";
import { runChecks } from "./providers-check/run-checks.ts";
import { loadSamples } from "./providers-check/samples.ts";

const usage = `npm run providers:check -- [option …]

Calls each provider whose key is set once, with what costs least there: first a question that costs
nothing, then, if you agree, one paid request. Without a key it says what it would do.

  --provider slug  only this one; may be said several times
  --yes            does not ask before it pays
  --dry-run        says what it would do, and does nothing
  --input file     a picture, video or recording instead of ours, such as a person who talks, for lip
                   sync; may be said several times
  --output folder  where the report (report.json, report.md) and the results go: .cache/providers-check
  --again          pays once more for what the report says was paid, or may have been

The report is written before each step. Whatever ends a run, the next one asks for the results of what
was accepted and sends no paid request twice. Exit code 1: something went wrong, or is not done.`;

const { values } = parseArgs({
  options: {
    provider: { type: "string", multiple: true, default: [] },
    yes: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    input: { type: "string", multiple: true, default: [] },
    output: { type: "string", default: ".cache/providers-check" },
    again: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

try {
  if (values.help) console.log(usage);
  else process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const config = loadConfigOrExit(process.env);
  const settings = config.providerSettings;
  const hide = hideKeys(settings);
  const checks = planChecks({
    names: values.provider,
    settings,
    samples: await loadSamples(values.input),
    now: new Date(),
  });
  console.log(`${presentPlan(checks)}\n`);
  if (values["dry-run"] || checks.every(({ access }) => access === null)) {
    console.log("Nothing was called.");
    return 0;
  }

  const folder = values.output;
  await mkdir(folder, { recursive: true });
  const lock = lockFolder(folder);
  if (lock === undefined) {
    console.error(`Another run writes to ${folder}.`);
    return 1;
  }
  const stop = createStopSignal(() => {
    console.error(
      "\nStopping. The answer to a paid request is waited for; once more to leave now.",
    );
  });
  const book = await openCheckBook(folder, { hide, outputBytesMax: config.OUTPUT_BYTES_MAX });
  let isOver = false;
  // Also runs when the second Ctrl-C ends the process at once, and when the report cannot be written.
  process.on("exit", () => {
    if (isOver) return;
    for (const [slug, entry] of Object.entries(book.report.services)) {
      if (entry.state !== "accepted" && entry.state !== "sending") continue;
      console.error(hide(`${slug}: ${presentOutcome(entry)}`));
    }
  });
  const person = createPerson({ input: process.stdin, output: process.stdout, stop });
  try {
    const isFine = await runChecks(checks, {
      book,
      stop,
      again: values.again,
      say: (line) => console.log(hide(line)),
      approves: async (question) => values.yes || person.saysYes(question),
      pollMs: ({ service }) => Math.max(1_000, (service.poll.intervalSecondsMin ?? 0) * 1_000),
    });
    console.log(`The report is ${folder}/report.md.`);
    if (stop.aborted) return interruptedCode;
    isOver = true;
    return isFine ? 0 : 1;
  } finally {
    person.close();
    lock.release();
  }
}
