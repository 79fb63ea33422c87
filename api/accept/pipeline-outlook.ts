import { setImmediate as turn } from "node:timers/promises";

import type { RequestDependencies } from "#api/dependencies.ts";
import { creditsMax, creditsMin } from "#domain/billing/credits.ts";
import { AppError, type ErrorCode, type Issue } from "#domain/errors.ts";
import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import { placesWithin } from "#domain/pipelines/fields.ts";
import { toPointer } from "#domain/pipelines/json-path.ts";
import { locateSteps, type LocatedStep } from "#domain/pipelines/locate-steps.ts";
import type { OperationName } from "#domain/pipelines/operations.ts";
import { forecastMedia, type KnownRun } from "#domain/pipelines/runs/expected-media.ts";
import { operationSeconds } from "#domain/pipelines/runs/operation-seconds.ts";
import { priceBound, type PriceRange } from "#domain/pipelines/runs/price-bound.ts";
import type { StepOf } from "#domain/pipelines/step.ts";
import { placedIn, placePipelines } from "#domain/pipelines/sub-pipelines.ts";
import { fileOf, kindOfFile } from "#domain/pipelines/value-types.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { secondsOf } from "#domain/routing/rank-offers.ts";
import { whyNoOperations } from "#domain/routing/refusals.ts";
import {
  chooseModel,
  type Candidate,
  type RouteQuestion,
  type RoutingPreferences,
} from "#domain/routing/routing.ts";

import type { CatalogSnapshot } from "./catalog-cache.ts";

type GenerateStep = StepOf<"generate">;
type Target = Pick<GenerateStep, "model" | "provider" | "routing" | "parameters">;

/** Price and problems of a definition with the catalog of today. */
export interface Outlook {
  readonly price: PriceRange;
  /** Expected seconds of one execution, by step. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Prices of one execution, by step. */
  readonly prices: Readonly<Record<string, PriceRange>>;
  /** Models that routing chooses now, by step. */
  readonly models: Readonly<Record<string, ChosenModel>>;
  /** Capabilities and operations that no model can serve now, with the settings that would change that. */
  readonly missing: readonly ({ readonly settings: readonly string[] } & MissingWork)[];
  /** Problems that may be gone tomorrow. Pointers start at the definition. */
  readonly warnings: readonly Issue[];
  /** Problems that remain: an unknown model, or a value that it does not accept. */
  readonly issues: readonly Issue[];
}

type MissingWork = { readonly capability: Capability } | { readonly operation: OperationName };

export interface ChosenModel {
  readonly id: string;
  readonly provider: string;
}

/** Decisions made before the event loop serves other requests. */
const decisionsPerTurn = 20;

/** Decisions for one request, which may list a hundred pipelines; further steps have an unknown price. */
const decisionsMax = 2_000;

/** Problems of the server's configuration or of a provider, not of the definition. */
const codesOfToday = new Set<ErrorCode>([
  "provider_not_configured",
  "provider_not_available",
  "model_not_available",
  "no_model_available",
]);

interface Priced extends PriceRange {
  readonly seconds: number;
  /** Null without a decision. */
  readonly model: ChosenModel | null;
}

type Decision = Priced | AppError;

/** Looks at definitions with one view of the catalog, and makes equal decisions once. */
export async function createOutlooks({
  loadCatalog,
}: Pick<RequestDependencies, "loadCatalog">): Promise<
  (
    definition: Definition,
    checked: Pick<CheckedDefinition, "places" | "pipelines">,
    known?: KnownRun,
  ) => Promise<Outlook>
> {
  const catalog = await loadCatalog();
  const decisions = new Map<string, Decision>();

  async function decide(question: RouteQuestion, isKnown: boolean): Promise<Decision> {
    const key = JSON.stringify([question, isKnown]);
    const known = decisions.get(key);
    if (known !== undefined) return known;
    if (decisions.size >= decisionsMax) return unknownPrice;
    if (decisions.size % decisionsPerTurn === 0) await turn();
    const decision = decideNow(catalog, question, isKnown);
    decisions.set(key, decision);
    return decision;
  }

  return async function look(definition, checked, known = nothingKnown): Promise<Outlook> {
    const { places } = checked;
    const { steps } = placePipelines({ definition, checked });
    const forecast = forecastMedia({ ...definition, steps }, known);
    const prices: Record<string, PriceRange> = {};
    const seconds: Record<string, number> = {};
    const models: Record<string, ChosenModel> = {};
    const missing = createMissing();
    const warnings: Issue[] = [];
    const issues: Issue[] = [];
    const within: Outlook["missing"][number][] = [];
    for (const located of locateSteps(steps).located) {
      const { name, step } = located;
      if (step.kind === "pipeline") {
        const { definition: inner, checked: innerChecked } = placedIn(step);
        const outlook = await look(inner, innerChecked);
        const pointer = toPointer(located.path);
        for (const [each, range] of Object.entries(outlook.prices)) {
          prices[`${name}.${each}`] = range;
        }
        for (const [each, time] of Object.entries(outlook.seconds)) {
          seconds[`${name}.${each}`] = time;
        }
        for (const [each, model] of Object.entries(outlook.models)) {
          models[`${name}.${each}`] = model;
        }
        warnings.push(...outlook.warnings.map((warning) => ({ ...warning, pointer })));
        issues.push(...outlook.issues.map((issue) => ({ ...issue, pointer })));
        within.push(...outlook.missing);
      }
      if (step.kind === "transform") {
        const refusal = whyNoOperations(catalog.mediaModel);
        seconds[name] = operationSeconds(step, forecast);
        if (refusal === null) continue;
        const { code, message } = refusal;
        warnings.push({ pointer: toPointer(located.path), code, message });
        missing.add({ operation: step.operation }, refusal);
      }
      if (step.kind !== "generate") continue;
      const ranges: PriceRange[] = [];
      for (const { target, pointer } of targetsOf(located, step)) {
        const { question, isKnown } = questionOf(located, { step, target, places });
        const decision = await decide(question, isKnown);
        if (!(decision instanceof AppError)) {
          ranges.push(decision);
          seconds[name] ??= decision.seconds;
          if (target === step && decision.model !== null) models[name] = decision.model;
          continue;
        }
        if (!codesOfToday.has(decision.code)) issues.push(...issuesAt(decision, pointer, target));
        else {
          const { code, message } = decision;
          warnings.push({ pointer, code, message });
          // A fallback is not needed to run.
          if (target === step) missing.add({ capability: step.capability }, decision);
        }
      }
      prices[name] = cut(widest(ranges), step.maxCredits);
    }
    const price = priceBound(steps, { steps: prices, items: {} });
    return {
      price: cut(price, definition.limits?.maxCredits),
      prices,
      seconds,
      models,
      missing: [...missing.list(), ...within],
      warnings,
      issues: literalIssues(issues, definition),
    };
  };
}

const nothingKnown: KnownRun = { inputs: {}, items: {}, skipped: [] };

const unknownPrice: Priced = { min: creditsMin, max: creditsMax, seconds: 0, model: null };

function decideNow(catalog: CatalogSnapshot, question: RouteQuestion, isKnown: boolean): Decision {
  try {
    const { candidate, credits } = chooseModel(catalog.candidates, question);
    const seconds = secondsOf(candidate);
    const model = { id: candidate.modelId, provider: candidate.provider };
    if (isKnown && isPricedBy(candidate, question)) {
      return { min: credits, max: credits, seconds, model };
    }
    return { ...unknownPrice, ...catalog.creditsOf.get(candidate.modelId), seconds, model };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Reports whether the price follows from the question: neither from a text nor from files of the run. */
function isPricedBy({ pricing }: Candidate, { prompt, inputs }: RouteQuestion): boolean {
  const { typical, measured } = pricing;
  const isTextKnown = prompt !== undefined || typical.characters === undefined;
  return isTextKnown && (measured === undefined || inputs.length === 0);
}

function targetsOf(
  { path }: LocatedStep,
  step: GenerateStep,
): { readonly target: Target; readonly pointer: string }[] {
  return [
    { target: step, pointer: toPointer(path) },
    ...(step.fallback ?? []).map((target, ordinal) => ({
      target,
      pointer: toPointer([...path, "fallback", ordinal]),
    })),
  ];
}

/** Asks for a model with the values that are known before a run. */
function questionOf(
  { path }: LocatedStep,
  {
    step: { capability, inputs = [], prompt, maxCredits, parameters: shared = {} },
    target,
    places,
  }: { step: GenerateStep; target: Target; places: CheckedDefinition["places"] },
): { question: RouteQuestion; isKnown: boolean } {
  const given = { ...shared, ...target.parameters };
  const literal = Object.entries(given).filter(([, value]) => placesWithin(value, []).length === 0);
  const isKnown = literal.length === Object.keys(given).length;
  const parameters = Object.fromEntries(literal) as GenerationParameters;
  const kinds = inputs.flatMap((input, ordinal): InputKind[] => {
    if (typeof input !== "string") return input.kind === "model" ? [] : [input.kind];
    const file = fileOf(places[toPointer([...path, "inputs", ordinal])] ?? "");
    const kind = file === undefined ? "model" : kindOfFile(file);
    return kind === "model" ? [] : [kind];
  });
  return {
    isKnown,
    question: {
      capability,
      inputs: kinds.map((kind) => ({ kind })),
      parameters,
      explicit: parameters,
      requestedModel: target.model,
      requestedProvider: target.provider,
      preferences: target.routing as RoutingPreferences | undefined,
      ...(isKnown && prompt?.includes("{{") !== true ? { maxCredits } : {}),
      ...(prompt === undefined || prompt.includes("{{") ? {} : { prompt }),
    },
  };
}

function issuesAt({ code, message, issues }: AppError, pointer: string, target: Target): Issue[] {
  if (issues.length > 0) {
    return issues.map((issue) => ({ ...issue, pointer: `${pointer}${issue.pointer}` }));
  }
  const field = fieldOf(code, target);
  return [{ pointer: `${pointer}${field}`, code, message }];
}

function fieldOf(code: ErrorCode, { model, provider }: Target): string {
  if (code === "price_over_limit") return "/maxCredits";
  if (code === "provider_not_found") return "/provider";
  return model !== undefined ? "/model" : provider !== undefined ? "/provider" : "";
}

/** Omits issues of places whose values are known in a run only. */
function literalIssues(issues: readonly Issue[], definition: Definition): Issue[] {
  if (issues.length === 0) return [];
  const expressions = new Set(placesWithin(definition, []).map(({ path }) => toPointer(path)));
  return issues.filter(
    ({ pointer }) =>
      !expressions.has(pointer) &&
      ![...expressions].some((expression) => expression.startsWith(`${pointer}/`)),
  );
}

/** Collects the settings that each capability or operation needs. */
function createMissing() {
  const entries = new Map<string, { work: MissingWork; settings: Set<string> }>();
  return {
    add(work: MissingWork, { details }: AppError): void {
      const key = JSON.stringify(work);
      const entry = entries.get(key) ?? { work, settings: new Set<string>() };
      entries.set(key, entry);
      for (const setting of settingsOf(details)) entry.settings.add(setting);
    },
    list: (): Outlook["missing"] =>
      [...entries.values()].map(({ work, settings }) => ({ ...work, settings: [...settings] })),
  };
}

function settingsOf(details: Readonly<Record<string, unknown>>): string[] {
  const { setting, settings } = details;
  const all = [setting, ...(Array.isArray(settings) ? settings : [])] as readonly unknown[];
  return all.filter((each) => typeof each === "string");
}

function widest(ranges: readonly PriceRange[]): PriceRange {
  if (ranges.length === 0) return unknownPrice;
  return {
    min: Math.min(...ranges.map(({ min }) => min)),
    max: Math.max(...ranges.map(({ max }) => max)),
  };
}

function cut({ min, max }: PriceRange, limit = Infinity): PriceRange {
  return { min: Math.min(min, limit), max: Math.min(max, limit) };
}
