import fc from "fast-check";
import { expect, test } from "vitest";

import type { ErrorCode } from "#domain/errors.ts";
import { locateRunSteps } from "#domain/pipelines/locate-steps.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";

import { decideRun, startsMax } from "./decide-run.ts";
import { priceBound, remainingBound, type FrozenPrices, type PriceRange } from "./price-bound.ts";
import type {
  EvaluatedValue,
  RunDecision,
  RunState,
  StepEnd,
  StepStart,
  ValueRequest,
} from "./run-state.ts";
import type { StepRow, StepValue, TaskEnd } from "./step-row.ts";

// Random definitions are run in rows, with steps that end in random order and signals that are lost. A recursive
// oracle without rows or order predicts each run's end.

const numRuns = Number(process.env["PIPELINE_RUNS"] ?? 300);

/** A hash that collides as rarely as these tests need; domain code has no cryptography. */
function sha256(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let position = 0; position < text.length; position += 1) {
    const unit = text.charCodeAt(position);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A number from 0 to 1 that depends on the facts only. */
function chance(...facts: readonly unknown[]): number {
  return Number.parseInt(sha256(facts.join("|")).slice(0, 8), 16) / 2 ** 32;
}

// Definitions

interface Shape {
  readonly kind: "generate" | "transform" | "approve" | "value" | "map" | "switch" | "pipeline";
  readonly max: number;
  /** Earlier steps of the scope, by position. */
  readonly needs: readonly number[];
  readonly hasCondition: boolean;
  readonly isTolerant: boolean;
  readonly continues: boolean;
  readonly retries: number;
  readonly fallbacks: number;
  readonly drops: boolean;
  readonly concurrency: number;
  readonly isCounted: boolean;
  readonly scopes: readonly (readonly Shape[])[];
}

function shapesOf(depth: number): fc.Arbitrary<Shape[]> {
  const leaf = fc.constantFrom<Shape["kind"]>(
    "generate",
    "generate",
    "generate",
    "transform",
    "approve",
    "value",
  );
  const kinds =
    depth === 0
      ? leaf
      : fc.oneof(leaf, fc.constantFrom<Shape["kind"]>("map", "switch", "pipeline"));
  const inner: fc.Arbitrary<Shape[]> = depth === 0 ? fc.constant([]) : shapesOf(depth - 1);
  return fc.array(
    fc.record({
      kind: kinds,
      max: fc.integer({ min: 1, max: 5 }),
      needs: fc.array(fc.nat(4), { maxLength: 2 }),
      hasCondition: fc.boolean(),
      isTolerant: fc.boolean(),
      continues: fc.boolean(),
      retries: fc.constantFrom(0, 0, 1),
      fallbacks: fc.constantFrom(0, 0, 0, 1),
      drops: fc.boolean(),
      concurrency: fc.integer({ min: 1, max: 3 }),
      isCounted: fc.boolean(),
      scopes: fc.array(inner, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
}

interface Pipeline {
  readonly steps: Steps;
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly dependencies: Record<string, string[]>;
}

function build(shapes: readonly Shape[], edits: ReadonlyMap<string, number>): Pipeline {
  const byName = new Map<string, Shape>();
  const dependencies: Record<string, string[]> = {};
  const buildScope = (list: readonly Shape[]): Steps => {
    const names: string[] = [];
    return Object.fromEntries(
      list.map((shape, position) => {
        const name = `s${byName.size}`;
        byName.set(name, shape);
        const needs = [...new Set(shape.needs)].flatMap((need) =>
          need < position ? (names[need] ?? []) : [],
        );
        names.push(name);
        dependencies[name] = needs;
        const version = `v${edits.get(name) ?? 0}`;
        const text = `{{ ${[version, ...needs].join(" ")}${shape.isTolerant ? " ?" : ""} }}`;
        return [name, toStep(shape, text)] as const;
      }),
    );
  };
  const resultText = (steps: Steps) => `{{ v0 ${Object.keys(steps).join(" ")} ? }}`;
  const toStep = (shape: Shape, text: string): Step => {
    const common = {
      ...(shape.hasCondition ? { when: "{{ when }}" } : {}),
      ...(shape.continues ? { onError: "continue" as const } : {}),
    };
    switch (shape.kind) {
      case "generate": {
        const fallback = Array.from({ length: shape.fallbacks }, () => ({ model: "other" }));
        const { retries } = shape;
        const fields = { capability: "text-to-image", prompt: text, retries, fallback } as const;
        return { kind: "generate", ...common, ...fields };
      }
      case "transform":
        return {
          kind: "transform",
          ...common,
          operation: "trim",
          inputs: [],
          parameters: { text },
        };
      case "approve":
        return { kind: "approve", ...common, question: text };
      case "value":
        return { kind: "value", ...common, value: text };
      case "map": {
        const steps = buildScope(shape.scopes[0] ?? []);
        const { drops, concurrency } = shape;
        const onItemError = drops ? "drop" : "fail";
        const rest = { maxItems: 3, concurrency, onItemError, value: resultText(steps) } as const;
        return { kind: "map", ...common, over: text, steps, ...rest };
      }
      case "switch": {
        const cases = shape.scopes.map((scope) => {
          const steps = buildScope(scope);
          return { when: text, steps, value: resultText(steps) };
        });
        return { kind: "switch", ...common, cases };
      }
      case "pipeline": {
        const steps = buildScope(shape.scopes[0] ?? []);
        const outputs = { value: resultText(steps) };
        const inputs = { text: { type: "text" } } as const;
        const definition = { schemaVersion: 1, inputs, steps, outputs } as const;
        const types = { inputs: {}, outputs: {}, steps: {}, items: {}, places: {} };
        const checked = { ...types, dependencies, instances: 1 };
        const placed = { definition, checked };
        const version = { pipeline: "pip_1", version: 1, inputs: { text }, placed };
        return { kind: "pipeline", ...common, ...version };
      }
    }
  };
  return { steps: buildScope(shapes), shapes: byName, dependencies };
}

// The world decides by key, so that the order of events cannot matter.

function worldOf(seed: number, resume: number) {
  return {
    isWanted: (key: string) => chance(seed, key, "when") < 0.7,
    items: (key: string) => Math.floor(chance(seed, key, "items") * 4),
    pick: (key: string) => Math.floor(chance(seed, key, "pick") * 2.5),
    price: (key: string, max: number) => 1 + Math.floor(chance(seed, key, "price") * max),
    succeeds: (key: string, attempt: number) =>
      resume > 3 || chance(seed, key, "ok", resume, attempt) < 0.75,
  };
}
type World = ReturnType<typeof worldOf>;

function contentOf({ output, choice, items, value }: StepValue): string {
  if (output !== undefined) return (output as { sha256: string }).sha256;
  return JSON.stringify(choice ?? items ?? value ?? null);
}

function namesIn(text: string): string[] {
  return text.match(/s\d+/g) ?? [];
}

/** Writes the contents of the steps that a text names; null when one is absent that the text needs. */
function writeText(text: string, contents: (name: string) => string | null): string | null {
  const found = namesIn(text).map((name) => contents(name));
  const isAbsent = found.includes(null) && !text.includes("?");
  return isAbsent ? null : `${/v\d+/.exec(text)?.[0]}(${found.map((each) => each ?? "-").join()})`;
}

function evaluateToy(world: World, { key, path, text, values }: ValueRequest): EvaluatedValue {
  const last = path.at(-1);
  if (last === "when" && path.length === 1) return { outcome: "value", value: world.isWanted(key) };
  const written = writeText(text, (name) => {
    const step = values.steps[name];
    return step?.["status"] === "completed" ? contentOf(step) : null;
  });
  if (written === null) return { outcome: "absent" };
  if (last === "over") return { outcome: "value", value: Array(world.items(key)).fill(0) };
  if (last === "when") return { outcome: "value", value: world.pick(key) === path[1] };
  return { outcome: "value", value: written };
}

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
    const remaining = decision.end === null ? remainingBound(steps, rows, prices) : 0;
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

function writtenIn(request: StepStart["request"]): string {
  const { prompt, parameters } = request as { prompt?: string; parameters?: { text: string } };
  return prompt ?? parameters?.text ?? "";
}

function stepPrices({ steps, shapes }: Pipeline): Record<string, PriceRange> {
  const prices: Record<string, PriceRange> = {};
  for (const { name } of locateRunSteps(steps)) {
    const shape = shapes.get(name.split(".").at(-1) ?? "");
    if (shape?.kind !== "generate") continue;
    prices[name] = { min: shape.needs.length === 0 ? 1 : 0, max: shape.max };
  }
  return prices;
}

function countedItems({ steps, shapes }: Pipeline, world: World): Record<string, number> {
  const counted = Object.keys(steps).filter((name) => {
    const shape = shapes.get(name);
    return shape?.kind === "map" && shape.isCounted && shape.needs.length === 0;
  });
  return Object.fromEntries(counted.map((name) => [name, world.items(name)]));
}

// Oracle

type Outcome =
  | { readonly is: "made"; readonly content: string }
  | { readonly is: "absent" | "asked" | "failed" };

function predict(
  steps: Steps,
  scopeKey: string,
  told: {
    world: World;
    made: (key: string, text: string) => boolean;
    answers: RunState["answers"];
  },
): { failed: boolean; asked: boolean; contents: (name: string) => string | null } {
  const outcomes = new Map<string, Outcome>();
  const contents = (name: string) => {
    const outcome = outcomes.get(name);
    return outcome?.is === "made" ? outcome.content : null;
  };
  let failed = false;
  let asked = false;
  for (const [name, step] of Object.entries(steps)) {
    const outcome = predictStep(step, `${scopeKey}${name}`, { told, outcomes, contents });
    if (outcome.is === "failed" && step.onError !== "continue") failed = true;
    if (outcome.is === "asked") asked = true;
    outcomes.set(name, outcome.is === "failed" ? { is: "absent" } : outcome);
  }
  return { failed, asked, contents };
}

function predictStep(
  step: Step,
  key: string,
  {
    told,
    outcomes,
    contents,
  }: {
    told: Parameters<typeof predict>[2];
    outcomes: ReadonlyMap<string, Outcome>;
    contents: (name: string) => string | null;
  },
): Outcome {
  const { world } = told;
  const text = textOf(step);
  if (namesIn(text).some((name) => outcomes.get(name)?.is === "asked")) return { is: "asked" };
  if (step.when !== undefined && !world.isWanted(key)) return { is: "absent" };
  const written = writeText(text, contents);
  if (written === null) return { is: "absent" };
  switch (step.kind) {
    case "value":
      return { is: "made", content: JSON.stringify(written) };
    case "approve": {
      const isAnswered = Object.hasOwn(told.answers, key) || told.made(key, written);
      return isAnswered ? { is: "made", content: '"yes"' } : { is: "asked" };
    }
    case "map": {
      const items = Array.from({ length: world.items(key) }, (_, index) =>
        predict(step.steps, `${key}[${index}].`, told),
      );
      if (step.onItemError === "fail" && items.some(({ failed }) => failed))
        return { is: "failed" };
      if (items.some(({ asked, failed }) => asked && !failed)) return { is: "asked" };
      const values = items
        .filter(({ failed }) => !failed)
        .map((item) => writeText(step.value, item.contents));
      return { is: "made", content: JSON.stringify(values) };
    }
    case "switch": {
      const chosen = step.cases[world.pick(key)];
      if (chosen === undefined) return { is: "absent" };
      const inner = predict(chosen.steps ?? {}, `${key}.`, told);
      if (inner.failed) return { is: "failed" };
      if (inner.asked) return { is: "asked" };
      return { is: "made", content: JSON.stringify(writeText(chosen.value, inner.contents)) };
    }
    case "generate":
    case "transform": {
      const more =
        step.kind === "generate" ? (step.retries ?? 0) + (step.fallback?.length ?? 0) : 0;
      const isMade =
        told.made(key, written) ||
        Array.from({ length: 1 + more }, (_, index) => index + 1).some((attempt) =>
          world.succeeds(key, attempt),
        );
      return isMade ? { is: "made", content: sha256(written) } : { is: "failed" };
    }
    case "pipeline": {
      const { steps = {}, outputs = {} } = step.placed?.definition ?? {};
      const inner = predict(steps, `${key}.`, told);
      if (inner.failed) return { is: "failed" };
      if (inner.asked) return { is: "asked" };
      const result = writeText(outputs["value"] ?? "", inner.contents);
      return { is: "made", content: JSON.stringify(result) };
    }
    case "read":
    case "write":
    case "call":
      throw new Error(`The definitions have no step of kind ${step.kind}.`);
  }
}

function textOf(step: Step): string {
  if (step.kind === "generate") return step.prompt ?? "";
  if (step.kind === "transform") return String(step.parameters?.["text"]);
  if (step.kind === "approve") return step.question;
  if (step.kind === "map") return step.over;
  if (step.kind === "switch") return step.cases[0]?.when ?? "";
  if (step.kind === "pipeline") return String(step.inputs?.["text"]);
  return step.kind === "value" ? step.value : "";
}

const propertyTimeout = { timeout: 60_000 + numRuns * 50 };

test(
  "any run ends as predicted, within its price, and a line of resumes pays for no request twice",
  propertyTimeout,
  () => {
    const property = fc.property(
      shapesOf(2),
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
          if (resume === 0 && end?.status === "completed") {
            expect(charged).toBeGreaterThanOrEqual(run.price.min);
          }
          const prediction = predict(pipeline.steps, "", {
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

test("the steps of a pipeline within a run see its inputs only, and have its key before theirs", () => {
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
