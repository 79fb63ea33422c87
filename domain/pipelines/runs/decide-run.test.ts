import fc from "fast-check";
import { expect, test } from "vitest";

import type { ErrorCode } from "#domain/errors.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";
import {
  build,
  chance,
  countedItems,
  evaluateToy,
  predict,
  sha256,
  shapesOf,
  stepPrices,
  worldOf,
  writtenIn,
  type Pipeline,
  type World,
} from "#test/support/pipelines/random-pipelines.ts";

import { decideRun, startsMax } from "./decide-run.ts";
import { priceBound, remainingBound, type FrozenPrices } from "./price-bound.ts";
import type {
  EvaluatedValue,
  RunDecision,
  RunState,
  StepEnd,
  StepStart,
  ValueRequest,
} from "./run-state.ts";
import type { StepRow, StepValue, TaskEnd } from "./step-row.ts";

// Random definitions are run in rows, with steps that end in random order and signals that are lost. An oracle predicts
// each run's end. test/integration/pipelines/random-runs.test.ts does the same with the rows of a database.

const numRuns = Number(process.env["PIPELINE_RUNS"] ?? 300);

// Runs

class Ledger {
  available = 100_000;
  captured = 0;
  readonly held = new Map<string, number>();

  hold(key: string, credits: number): void {
    if (this.held.has(key)) throw new Error(`${key} is held twice.`);
    this.held.set(key, credits);
    this.available -= credits;
  }

  settle(key: string, outcome: "capture" | "release"): void {
    const credits = this.held.get(key);
    if (credits === undefined) throw new Error(`${key} is not held.`);
    this.held.delete(key);
    if (outcome === "capture") this.captured += credits;
    else this.available += credits;
  }

  heldCredits(): number {
    return this.held.values().reduce((sum, credits) => sum + credits, 0);
  }
}

interface Job extends StepStart {
  readonly id: string;
  readonly price: number;
  status: "running" | "completed" | "failed" | "canceled";
}

interface Made {
  readonly value: StepValue;
  readonly requestHash: string;
}

interface Settings {
  readonly pipeline: Pipeline;
  readonly world: World;
  readonly ledger: Ledger;
  readonly former: ReadonlyMap<string, readonly Made[]>;
  readonly answers: RunState["answers"];
  readonly concurrency: number;
  /** True to evaluate in rounds, as the expression thread does. */
  readonly inRounds: boolean;
}

function simulateRun({ pipeline, world, ledger, former, answers, ...settings }: Settings) {
  const { steps, shapes, dependencies } = pipeline;
  const rows = new Map<string, StepRow>();
  const jobs = new Map<string, Job>();
  const shapeOf = (name: string) => shapes.get(name.split(".").at(-1) ?? "");
  const prices: FrozenPrices = {
    steps: stepPrices(pipeline),
    items: countedItems(pipeline, world),
  };
  const price = priceBound(steps, prices);
  let stopped: RunState["stopped"] = null;
  let end: RunDecision["end"] = null;
  let reserve = price.max;
  let returned = 0;
  ledger.hold("reserve", reserve);

  function decide(): RunDecision {
    const known = new Map<string, EvaluatedValue>();
    for (let round = 0; round < 100; round += 1) {
      const decision = decideRun(
        {
          definition: {
            schemaVersion: 1,
            steps,
            outputs: { all: `{{ v0 ${Object.keys(steps).join(" ")} ? }}` },
            limits: { concurrency: settings.concurrency },
          },
          dependencies,
          inputs: {},
          rows,
          answers,
          fresh: [],
          stopped,
          hasLanguageModel: true,
          now: new Date(0),
        },
        {
          evaluate: (request) =>
            settings.inRounds ? known.get(request.id) : evaluateToy(world, request),
          sha256,
          endOf: ({ jobId = "" }) => endOfJob(jobs.get(jobId)),
          reusable: (key, hash) =>
            former.get(key)?.findLast(({ requestHash }) => requestHash === hash),
          refusal: () => undefined,
        },
      );
      if (decision.missing.length === 0) return decision;
      for (const request of decision.missing) known.set(request.id, evaluateToy(world, request));
    }
    throw new Error("The values of a decision are never complete.");
  }

  /** One transaction of the product. */
  function advance(): void {
    const decision = decide();
    for (const row of decision.rows) rows.set(row.key, row);
    for (const key of decision.cancels) {
      const job = jobs.get(rows.get(key)?.jobId ?? "");
      if (job?.status === "running" && chance(key, jobs.size) < 0.5) endJob(job, "canceled");
    }
    let started = 0;
    for (const start of decision.starts) {
      const { key, step, attempt, requestHash } = start;
      const id = `${key}#${attempt}`;
      const shape = shapeOf(step);
      const max = shape?.kind === "generate" ? shape.max : 0;
      const job: Job = { ...start, id, price: max && world.price(key, max), status: "running" };
      if (jobs.has(id)) throw new Error(`${id} starts twice.`);
      jobs.set(id, job);
      ledger.hold(id, job.price);
      started += job.price;
      rows.set(key, { key, step, status: "running", attempt, jobId: id, requestHash });
    }
    const remaining = decision.end === null ? remainingBound(steps, rows, prices).max : 0;
    expect(remaining + started).toBeLessThanOrEqual(reserve + returned);
    ledger.settle("reserve", "release");
    ledger.hold("reserve", remaining);
    reserve = remaining;
    returned = 0;
    const running = [...jobs.values()].filter(({ status }) => status === "running");
    expect(running.length).toBeLessThanOrEqual(settings.concurrency);
    expect(ledger.heldCredits()).toBe(remaining + running.reduce((sum, job) => sum + job.price, 0));
    ({ end } = decision);
    if (end !== null) {
      expect(running).toEqual([]);
      ledger.settle("reserve", "release");
    }
  }

  /** The job engine ends a job in a separate commit. */
  function endJob(job: Job, status: "completed" | "failed" | "canceled"): void {
    job.status = status;
    ledger.settle(job.id, status === "completed" ? "capture" : "release");
    if (status !== "completed") returned += shapeOf(job.step)?.max ?? 0;
  }

  return {
    rows,
    jobs,
    price,
    advance,
    endJob,
    cancel: () => {
      stopped = "canceled";
    },
    end: () => end,
  };
}

function endOfJob(job: Job | undefined) {
  if (job === undefined || job.status === "running") return undefined;
  if (job.status === "completed") return { status: "completed", value: valueOf(job) } as const;
  if (job.status === "canceled") return { status: "canceled" } as const;
  return { status: "failed", error: { code: "provider_timeout" } } as const;
}

function valueOf({ request }: StepStart): StepValue {
  return { output: { sha256: sha256(writtenIn(request)), contentType: "image/png", bytes: 1 } };
}

const propertyTimeout = { timeout: 60_000 + numRuns * 50 };

test(
  "any run ends as predicted, within its price, and a line of resumes pays for no request twice",
  propertyTimeout,
  () => {
    let atPrice = 0;
    const property = fc.property(
      shapesOf(2, {
        leaves: ["generate", "generate", "generate", "transform", "approve", "value"],
        scopes: ["map", "switch", "pipeline"],
      }),
      fc.integer(),
      fc.record({
        concurrency: fc.integer({ min: 1, max: 4 }),
        inRounds: fc.boolean(),
        edits: fc.array(fc.nat(5), { maxLength: 2 }),
        cancelsFirst: fc.boolean(),
      }),
      fc.infiniteStream(fc.nat(1_000)),
      (shapes, seed, { concurrency, inRounds, edits, cancelsFirst }, dice) => {
        const ledger = new Ledger();
        const former = new Map<string, Made[]>();
        const texts = new Set<string>();
        const paid = new Set<string>();
        let answers: RunState["answers"] = {};
        for (let resume = 0; resume < 30; resume += 1) {
          const edited = new Map(
            edits.slice(0, resume).map((name, version) => [`s${name}`, version + 1]),
          );
          const pipeline = build(shapes, edited);
          const world = worldOf(seed, resume);
          const before = ledger.captured;
          const run = simulateRun({
            pipeline,
            world,
            ledger,
            former,
            answers,
            concurrency,
            inRounds,
          });
          const cancelsAt = cancelsFirst && resume === 0 ? 4 : Infinity;
          let turns = 0;
          run.advance();
          while (run.end() === null) {
            turns += 1;
            if (turns > 3_000) throw new Error("The run does not end.");
            if (turns === cancelsAt) run.cancel();
            const running = [...run.jobs.values()].filter(({ status }) => status === "running");
            const number = dice.next().value;
            const job = running[number % Math.max(1, running.length)];
            if (job !== undefined && number % 3 > 0) {
              run.endJob(job, world.succeeds(job.key, job.attempt) ? "completed" : "failed");
              // The signal was lost, or the worker died: a later turn sees the end of the job.
              if (number % 5 === 0) continue;
            }
            run.advance();
          }
          const charged = ledger.captured - before;
          const end = run.end();
          expect(ledger.held.size).toBe(0);
          expect(charged).toBeLessThanOrEqual(run.price.max);
          if (charged > 0 && charged === run.price.max) atPrice += 1;
          if (resume === 0 && end?.status === "completed") {
            expect(charged).toBeGreaterThanOrEqual(run.price.min);
          }
          const prediction = predict(pipeline.steps, {
            world,
            made: (key, text) => texts.has(`${key} ${text}`),
            answers,
          });
          if (cancelsAt > turns && !(prediction.failed && prediction.asked)) {
            const { failed, asked } = prediction;
            expect(end?.status).toBe(failed ? "failed" : asked ? "needs_input" : "completed");
          }
          for (const { key, requestHash, status, request } of run.jobs.values()) {
            if (status !== "completed") continue;
            if (paid.has(`${key} ${requestHash}`)) throw new Error(`${key} is paid twice.`);
            paid.add(`${key} ${requestHash}`);
            texts.add(`${key} ${writtenIn(request)}`);
          }
          if (end?.status === "completed" && resume >= edits.length) return;
          const questions = [...run.rows.values()].filter(({ status }) => status === "asked");
          const given = questions.map(({ key }) => [key, { choice: "yes" }] as const);
          answers = { ...answers, ...Object.fromEntries(given) };
          for (const { key, status, value, requestHash } of run.rows.values()) {
            if ((status !== "completed" && status !== "reused") || !value || !requestHash) continue;
            former.set(key, [...(former.get(key) ?? []), { value, requestHash }]);
          }
        }
        throw new Error("The resumes do not complete the run.");
      },
    );
    fc.assert(property, { numRuns });
    // The price is not only an upper limit: some runs cost it.
    expect(atPrice).toBeGreaterThan(0);
  },
);

const transform: Step = { kind: "transform", operation: "trim", inputs: [] };
const generate = { kind: "generate", capability: "text-to-image", prompt: "a fox" } as const;

/** Decides about a run whose texts all have the value `value`. */
function decideOnce(
  steps: Steps,
  {
    rows = [],
    value = true,
    sources = {},
    ...state
  }: Partial<Omit<RunState, "rows">> & {
    rows?: readonly StepRow[];
    value?: unknown;
    sources?: Partial<Parameters<typeof decideRun>[1]>;
  } = {},
): RunDecision {
  return decideRun(
    {
      definition: { schemaVersion: 1, steps, outputs: {}, limits: { concurrency: 1_000 } },
      dependencies: {},
      inputs: {},
      rows: new Map(rows.map((row) => [row.key, row])),
      answers: {},
      fresh: [],
      stopped: null,
      hasLanguageModel: true,
      now: new Date(100_000),
      ...state,
    },
    {
      evaluate: () => ({ outcome: "value", value }),
      sha256,
      endOf: () => undefined,
      reusable: () => undefined,
      refusal: () => undefined,
      ...sources,
    },
  );
}

function runningRow(key: string, fields: Partial<StepRow> = {}): StepRow {
  const startedAt = new Date(0);
  return { key, step: key, status: "running", attempt: 1, jobId: "job_1", startedAt, ...fields };
}

function failedWith(code: ErrorCode) {
  return { endOf: () => ({ status: "failed", error: { code } }) as const };
}

test("a turn starts at most 100 steps and goes on at once", () => {
  const steps: Steps = {
    shots: {
      kind: "map",
      over: "{{ list }}",
      maxItems: 250,
      steps: { take: transform },
      value: "{{ 1 }}",
    },
  };
  let rows: StepRow[] = [];
  const started: number[] = [];
  for (let more = true; more;) {
    const decision = decideOnce(steps, { rows, value: Array(250).fill(0) });
    const running = decision.starts.map(({ key, step }) => runningRow(key, { step }));
    rows = [...rows, ...decision.rows, ...running];
    started.push(decision.starts.length);
    ({ more } = decision);
  }

  expect(startsMax).toBe(100);
  expect(started).toEqual([100, 100, 50]);
});

test("a paced run starts some steps and waits until these have begun", () => {
  const steps: Steps = {
    shots: {
      kind: "map",
      over: "{{ list }}",
      maxItems: 10,
      steps: { take: transform },
      value: "{{ 1 }}",
    },
  };
  const value = Array(10).fill(0);
  const decide = (rows: readonly StepRow[], queued: number) =>
    decideOnce(steps, { rows, value, startDelays: { queued, shortestMs: 40, medianMs: 50 } });
  const startedRows = ({ rows, starts }: RunDecision) => [
    ...rows,
    ...starts.map(({ key, step }) => runningRow(key, { step })),
  ];

  const first = decide([], 0);
  expect(first.starts).toHaveLength(4);
  expect(first).toMatchObject({ more: false, isPaced: true });
  const afterFirst = startedRows(first);
  expect(decide(afterFirst, 4)).toMatchObject({
    starts: [],
    more: false,
    isPaced: true,
    end: null,
  });

  const second = decide(afterFirst, 0);
  const afterSecond = [...afterFirst, ...startedRows(second)];
  const third = decide(afterSecond, 1);
  expect(third.starts).toHaveLength(2);
  // Nothing is left to start, so the run waits for the ends of its jobs.
  expect(third).toMatchObject({ more: false, isPaced: false });
});

test("a failed step is attempted again, then with its fallback, and never after a safety refusal", () => {
  const steps: Steps = { art: { ...generate, model: "a", retries: 1, fallback: [{ model: "b" }] } };
  const after = (attempt: number, code: ErrorCode) =>
    decideOnce(steps, { rows: [runningRow("art", { attempt })], sources: failedWith(code) });

  expect(after(1, "provider_timeout").starts).toMatchObject([
    { attempt: 2, request: { model: "a" } },
  ]);
  expect(after(2, "provider_timeout").starts).toMatchObject([
    { attempt: 3, request: { model: "b" } },
  ]);
  expect(after(3, "provider_timeout").end).toMatchObject({
    status: "failed",
    error: { code: "provider_timeout", step: "art", jobId: "job_1" },
  });
  expect(after(1, "content_refused").end).toMatchObject({ error: { code: "content_refused" } });
});

test("an attempt that acceptance refuses gives way to the next one", () => {
  const steps: Steps = { art: { ...generate, fallback: [{ model: "b" }] } };
  const refused = (attempts: number) =>
    decideOnce(steps, {
      sources: {
        refusal: (_, attempt) => (attempt <= attempts ? { code: "price_over_limit" } : undefined),
      },
    });

  expect(refused(1).starts).toMatchObject([{ attempt: 2, request: { model: "b" } }]);
  expect(refused(2).end).toMatchObject({ status: "failed", error: { code: "price_over_limit" } });
});

test("a step whose time is over is canceled, and fails unless its result came first", () => {
  const steps: Steps = { art: { ...generate, timeoutSeconds: 60, retries: 3 } };
  const late = decideOnce(steps, { rows: [runningRow("art")] });

  expect(late.cancels).toEqual(["art"]);
  const ended = (end: StepEnd) =>
    decideOnce(steps, { rows: late.rows, sources: { endOf: () => end } });
  expect(ended({ status: "canceled" }).end).toMatchObject({
    status: "failed",
    error: { code: "step_timed_out", step: "art" },
  });
  expect(ended({ status: "completed", value: {} }).end?.status).toBe("completed");
  const early = decideOnce(steps, { rows: [runningRow("art")], now: new Date(59_000) });
  expect(early).toMatchObject({ cancels: [], nextTimeout: new Date(60_000) });
  const started = decideOnce(steps, { now: new Date(1_000) });
  expect(started).toMatchObject({ starts: [{ key: "art" }], nextTimeout: new Date(61_000) });
});

test("an item whose steps have completed keeps its value when another item has failed", () => {
  const steps: Steps = {
    shots: {
      kind: "map",
      over: "{{ list }}",
      maxItems: 2,
      steps: { take: generate },
      value: "{{ steps.take.output }}",
    },
  };
  const take = (index: number, status: "completed" | "failed") => ({
    ...runningRow(`shots[${index}].take`, { step: "take" }),
    status,
  });
  const rows = [
    runningRow("shots", { items: 2, value: { over: [0, 0] } }),
    take(0, "completed"),
    take(1, "failed"),
  ];

  const decided = decideOnce(steps, { rows, sources: { evaluate: () => undefined } });

  expect(decided.missing).toMatchObject([{ key: "shots[0]" }]);
  expect(decideOnce(steps, { rows })).toMatchObject({ end: { status: "failed" } });
  expect(decideOnce(steps, { rows }).rows).toContainEqual(
    expect.objectContaining({ key: "shots[0]", status: "completed" }),
  );
});

test("a map whose time is over cancels its items and fails for that reason", () => {
  const steps: Steps = {
    shots: {
      kind: "map",
      over: "{{ list }}",
      maxItems: 2,
      timeoutSeconds: 60,
      steps: { take: generate },
      value: "{{ 1 }}",
    },
  };
  const shots = runningRow("shots", { items: 2, value: { over: [0, 0] } });
  const take = runningRow("shots[0].take", { step: "take" });
  const late = decideOnce(steps, { rows: [shots, take] });
  expect(late).toMatchObject({ starts: [], cancels: ["shots[0].take"], end: null });

  const rows = [...late.rows, take];
  const ended = decideOnce(steps, { rows, sources: { endOf: () => ({ status: "canceled" }) } });
  expect(ended.end).toMatchObject({ error: { code: "step_timed_out", step: "shots" } });
});

test("choosing an option that stops ends the run as canceled, and a resumed run asks again", () => {
  const steps: Steps = { check: { kind: "approve", question: "Use it?" }, art: { ...generate } };
  const dependencies = { art: ["check"] };
  const stopped = decideOnce(steps, { dependencies, answers: { check: { choice: "no" } } });
  const resumed = decideOnce(steps, {
    dependencies,
    sources: { reusable: (key) => (key === "check" ? { value: { choice: "no" } } : undefined) },
  });

  expect(stopped).toMatchObject({ starts: [], end: { status: "canceled" } });
  expect(resumed).toMatchObject({ starts: [], end: { status: "needs_input" } });
});

test("a resumed run reuses equal requests, unless a step is to be fresh", () => {
  const steps: Steps = { art: { ...generate, retries: 1, title: "Art" } };
  const sources = { reusable: () => ({ value: { output: null }, jobId: "job_0" }) };
  const { requestHash } = decideOnce({ art: generate }).starts[0] ?? {};

  const reused = decideOnce(steps, { sources });
  expect(reused.rows).toMatchObject([{ status: "reused", jobId: "job_0", requestHash }]);
  expect(reused.end?.status).toBe("completed");
  expect(decideOnce(steps, { sources, fresh: ["art"] }).starts).toHaveLength(1);
  const edited = decideOnce({ art: { ...generate, model: "other" } });
  expect(edited.starts[0]?.requestHash).not.toBe(requestHash);
});

test("a run without a language model asks a person for a text", () => {
  const steps: Steps = { script: { kind: "write", instruction: "A rhyme", maxWords: 20 } };

  expect(decideOnce(steps).starts).toMatchObject([{ key: "script", effect: "task" }]);
  expect(decideOnce(steps, { hasLanguageModel: false }).end?.status).toBe("needs_input");
  const answered = decideOnce(steps, { answers: { script: { text: "Rain." } } });
  expect(answered).toMatchObject({ starts: [], end: { status: "completed" } });
});

test("a task is performed until it has a result, and a person is asked where it finds none", () => {
  const steps: Steps = { script: { kind: "write", instruction: "A rhyme", maxWords: 20 } };
  const rows = [runningRow("script", { value: { kind: "write" } })];
  const withResult = (result: TaskEnd) =>
    decideOnce(steps, { rows, sources: { endOf: () => result } });

  expect(decideOnce(steps).tasks).toEqual([{ key: "script" }]);
  expect(decideOnce(steps, { rows })).toMatchObject({ tasks: [{ key: "script" }], end: null });
  const completed = withResult({ status: "completed", value: { text: "Rain." } });
  expect(completed).toMatchObject({ tasks: [], end: { status: "completed" } });
  expect(withResult({ status: "asked" })).toMatchObject({
    tasks: [],
    rows: [{ status: "asked", value: { kind: "write" } }],
    end: { status: "needs_input" },
  });
});

test("a canceled run, and a step whose time is over, do not wait for a task", () => {
  const steps: Steps = {
    script: { kind: "write", instruction: "A rhyme", maxWords: 20, timeoutSeconds: 60 },
  };
  const rows = [runningRow("script")];

  expect(decideOnce(steps, { rows, now: new Date(0), stopped: "canceled" })).toMatchObject({
    rows: [{ status: "canceled" }],
    tasks: [],
    end: { status: "canceled" },
  });
  expect(decideOnce(steps, { rows })).toMatchObject({
    tasks: [],
    end: { status: "failed", error: { code: "step_timed_out", step: "script" } },
  });
});

test("a list with too many items fails its map", () => {
  const steps: Steps = {
    shots: {
      kind: "map",
      over: "{{ list }}",
      maxItems: 2,
      steps: { take: transform },
      value: "{{ 1 }}",
    },
  };

  expect(decideOnce(steps, { value: [1, 2, 3] }).end).toMatchObject({
    status: "failed",
    error: { code: "too_many_items", step: "shots" },
  });
});

/** Value of an image, as an item of a map has it. */
const image = {
  outputId: "out_01a2b3c4-0000-7000-8000-000000000000",
  contentType: "image/png",
  bytes: 1_234_567,
  sha256: "a".repeat(64),
  width: 1_024,
  height: 1_024,
};

function mapOf(items: number, valueOf: (index: number) => unknown): StepRow[] {
  return [
    runningRow("shots", { items, value: { over: Array.from({ length: items }, () => 0) } }),
    ...Array.from({ length: items }, (_, index): StepRow[] => {
      const key = `shots[${index}]`;
      const value = valueOf(index);
      const take = { ...runningRow(`${key}.take`, { step: "take" }), status: "completed" } as const;
      const item = {
        key,
        step: "shots",
        attempt: 1,
        status: "completed",
        value: { value },
      } as const;
      return value === undefined ? [] : [take, item];
    }).flat(),
  ];
}

const shotsOf = (maxItems: number): Steps => ({
  shots: {
    kind: "map",
    over: "{{ list }}",
    maxItems,
    onItemError: "drop",
    steps: { take: generate },
    value: "{{ steps.take.output }}",
  },
});

test("a map keeps the files of 1,000 items", () => {
  const decided = decideOnce(shotsOf(1_000), { rows: mapOf(1_000, () => image) });

  expect(decided.end).toEqual({ status: "completed", outputs: {} });
  const shots = decided.rows.find(({ key }) => key === "shots");
  expect(shots?.value?.["items"]).toHaveLength(1_000);
});

test("a map whose result is too large already starts no more items", () => {
  const large = { text: "a".repeat(60_000) };
  const rows = mapOf(20, (index) => (index < 18 ? large : undefined));

  const decided = decideOnce(shotsOf(20), { rows });

  expect(decided.starts).toEqual([]);
  expect(decided.end).toMatchObject({ status: "failed", error: { code: "value_too_large" } });
});

const dependenciesWithin = (steps: Steps): Record<string, string[]> =>
  Object.hasOwn(steps, "check") ? { art: ["check"] } : {};

/** A step that runs a pipeline which asks a question and makes an image. */
function pipelineStep(steps: Steps): Step {
  const definition = {
    schemaVersion: 1,
    inputs: { words: { type: "text", maxLength: 5 }, count: { type: "integer", default: 2 } },
    steps,
    outputs: { image: "{{ steps.art.output }}" },
  } as const;
  const types = { inputs: {}, outputs: {}, steps: {}, items: {}, places: {} };
  const checked = { ...types, dependencies: dependenciesWithin(steps), instances: 2 };
  const inputs = { words: "{{ inputs.words }}" };
  return {
    kind: "pipeline",
    pipeline: "pip_1",
    version: 1,
    inputs,
    placed: { definition, checked },
  };
}

test("a step whose inner steps wait for a person only is asked, and runs again once they go on", () => {
  const steps: Steps = {
    other: transform,
    shots: {
      kind: "map",
      over: "{{ list }}",
      maxItems: 2,
      steps: { check: { kind: "approve", question: "Use it?" }, take: generate },
      value: "{{ 1 }}",
    },
  };
  const dependencies = { take: ["other"] };
  const statusOf = (rows: readonly StepRow[], key: string) =>
    rows.findLast((row) => row.key === key)?.status;

  const asked = decideOnce(steps, { dependencies, value: [1, 2] });
  expect(asked).toMatchObject({ starts: [{ key: "other" }], end: null });
  expect(statusOf(asked.rows, "shots")).toBe("asked");
  expect(asked.rows.filter(({ key }) => key.endsWith(".check"))).toHaveLength(2);

  const rows = [...asked.rows, { ...runningRow("other"), status: "completed" as const }];
  const goesOn = decideOnce(steps, { dependencies, rows });
  expect(goesOn.starts).toMatchObject([{ key: "shots[0].take" }, { key: "shots[1].take" }]);
  expect(statusOf(goesOn.rows, "shots")).toBe("running");

  const again = [...rows, ...goesOn.rows].filter(({ key }) => !key.endsWith(".take"));
  const made = ["shots[0].take", "shots[1].take"].map((key) => ({
    ...runningRow(key, { step: "take" }),
    status: "completed" as const,
  }));
  const ended = decideOnce(steps, { dependencies, rows: [...again, ...made] });
  expect(ended.end).toEqual({ status: "needs_input" });
  expect(statusOf(ended.rows, "shots")).toBe("asked");
});

test("a step that is asked keeps in the reserve what its inner steps may need", () => {
  const prices = { steps: { art: { min: 2, max: 2 } }, items: {} };
  const steps: Steps = {
    face: {
      kind: "switch",
      cases: [
        {
          when: "{{ true }}",
          steps: { check: { kind: "approve", question: "Use it?" }, art: generate },
          value: "{{ 1 }}",
        },
      ],
    },
  };
  const dependencies = { art: ["check"] };
  const { rows } = decideOnce(steps, { dependencies });
  const after = new Map(rows.map((row) => [row.key, row]));

  expect(after.get("face")).toMatchObject({ status: "asked", picked: 0 });
  expect(remainingBound(steps, after, prices).max).toBe(2);
  after.set("face.art", runningRow("face.art", { step: "art" }));
  expect(remainingBound(steps, after, prices).max).toBe(0);
});

test("the steps of a pipeline within a run see its inputs only, and their keys begin with its key", () => {
  const asks: Steps = { check: { kind: "approve", question: "{{ inputs.words }}" }, art: generate };
  const steps: Steps = { sub: pipelineStep(asks), art: { ...generate, after: ["sub"] } };
  const dependencies = { art: ["sub"] };
  const requests: ValueRequest[] = [];
  const sources = {
    evaluate: (request: ValueRequest) => {
      requests.push(request);
      return { outcome: "value", value: "abc" } as const;
    },
  };

  const asked = decideOnce(steps, { dependencies, sources });
  expect(asked).toMatchObject({
    rows: [
      { key: "sub", step: "sub", value: { inputs: { words: "abc", count: 2 } } },
      { key: "sub.check", step: "sub.check", status: "asked" },
    ],
    end: { status: "needs_input" },
  });
  const question = requests.find(({ key }) => key === "sub.check");
  expect(question?.values.inputs).toEqual({ words: "abc", count: 2 });
  expect(question?.checked?.instances).toBe(2);
  const answers = { "sub.check": { choice: "yes" } };
  const started = decideOnce(steps, { dependencies, sources, answers }).starts;
  expect(started).toMatchObject([{ key: "sub.art", step: "sub.art" }]);
  expect(started).toHaveLength(1);
});

test("a pipeline within a run fails with the error of its step, or for inputs that it refuses", () => {
  const steps: Steps = { sub: pipelineStep({ art: generate }) };
  const rows = [
    runningRow("sub", { value: { inputs: { words: "abc" } } }),
    runningRow("sub.art", { step: "sub.art" }),
  ];

  expect(decideOnce(steps, { rows, sources: failedWith("provider_timeout") }).end).toMatchObject({
    status: "failed",
    error: { code: "provider_timeout", step: "sub.art" },
  });
  expect(decideOnce(steps, { value: "too long" }).end).toMatchObject({
    status: "failed",
    error: { code: "request_invalid", step: "sub" },
  });
});

test("a step to be fresh executes all steps within it again", () => {
  const steps: Steps = { sub: pipelineStep({ art: generate }) };
  const sources = { reusable: () => ({ value: { output: null } }) };

  expect(decideOnce(steps, { sources, value: "abc" }).starts).toEqual([]);
  expect(decideOnce(steps, { sources, value: "abc", fresh: ["sub"] }).starts).toHaveLength(1);
});
