import type { AdapterInput, AdapterRequest } from "#activities/providers/adapter.ts";
import type { ModelDefinition } from "#catalog/define-provider.ts";
import { toPricing } from "#catalog/to-pricing.ts";
import { creditsFor, usdFor } from "#domain/billing/credits.ts";
import type { PricedWork, Pricing } from "#domain/billing/pricing.ts";
import {
  capabilityRules,
  resultContentType,
  type Capability,
  type InputKind,
} from "#domain/requests/capability.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest, modelFor, parameterOf } from "#domain/requests/map-request.ts";
import { modelStatusAt } from "#domain/routing/lifecycle.ts";

/** An input with its measured properties. */
export type Sample = AdapterInput & InputFacts;

export interface CheapestCall {
  readonly model: ModelDefinition;
  readonly capability: Capability;
  readonly request: AdapterRequest;
  /** From the provider's price list. */
  readonly usd: number;
  readonly credits: number;
}

const prompts: Partial<Record<Capability, string>> = {
  "text-to-speech": "Good morning.",
  "text-to-3d": "a wooden chair",
};
const usualPrompt = "a red apple on a white table";

/**
 * The cheapest call among these models, by their rows. Prefers models that need no file, because a sample
 * file may not suit the provider; deprecated models come last. Null when no model can be called.
 */
export function cheapestCall(
  models: readonly ModelDefinition[],
  { samples, now }: { samples: readonly Sample[]; now: Date },
): CheapestCall | null {
  const calls = models.flatMap((model) => {
    const status = modelStatusAt({ ...model.lifecycle, enabled: true }, now);
    if (status === "retired" || status === "disabled") return [];
    const rank = status === "deprecated" ? 1 : 0;
    return model.capabilities.flatMap((capability) =>
      callsOf(model, capability, samples).map((call) => ({ ...call, rank })),
    );
  });
  const needsFile = ({ request }: PossibleCall) => Math.sign(request.inputs.length);
  const [best] = calls.toSorted(
    (left, right) =>
      left.rank - right.rank || needsFile(left) - needsFile(right) || left.usd - right.usd,
  );
  if (best === undefined) return null;
  const { model, capability, usd, pricing, request, work } = best;
  const credits = creditsFor(pricing, request.parameters, work);
  return { model, capability, usd, credits, request };
}

interface PossibleCall extends Omit<CheapestCall, "credits"> {
  readonly pricing: Pricing;
  readonly work: PricedWork;
}

function callsOf(
  model: ModelDefinition,
  capability: Capability,
  samples: readonly Sample[],
): PossibleCall[] {
  const { needsPrompt, inputs: sets } = capabilityRules[capability];
  return sets.flatMap((kinds: readonly InputKind[]) => {
    const inputs = kinds.flatMap((kind) => samples.find((sample) => sample.kind === kind) ?? []);
    if (inputs.length < kinds.length) return [];
    const prompt = needsPrompt ? (prompts[capability] ?? usualPrompt) : "";
    return cheapened({ model, capability, prompt, inputs }) ?? [];
  });
}

interface Wish {
  readonly model: ModelDefinition;
  readonly capability: Capability;
  readonly prompt: string;
  readonly inputs: readonly Sample[];
}

/** Chooses the shortest duration and each cheaper parameter value; null when the model cannot do it. */
function cheapened(wish: Wish): PossibleCall | null {
  const { properties = {} } = modelFor(wish.model.parameters, wish.capability);
  let best = callOf(wish, {});
  const consider = (change: GenerationParameters) => {
    const next = callOf(wish, { ...best?.request.parameters, ...change });
    if (next !== null && (best === null || next.usd < best.usd)) best = next;
  };
  if (parameterOf(properties, "duration") !== undefined) {
    consider({ durationSeconds: shortestSeconds(wish) });
  }
  for (const [name, byValue] of Object.entries(wish.model.priceFactors ?? {})) {
    for (const word of Object.keys(byValue)) {
      const value = typed(word, properties[name]?.type);
      consider({
        modelParameters: { ...best?.request.parameters.modelParameters, [name]: value },
      });
    }
  }
  return best;
}

/** At least as long as the inputs, which are not cut. */
function shortestSeconds({ model, inputs }: Wish): number {
  const lengths = inputs.map(({ durationSeconds = 0 }) => Math.ceil(durationSeconds));
  return Math.max(1, model.limits.seconds?.min ?? 0, ...lengths);
}

/** Keys of a price table are strings. */
function typed(word: string, type: string | undefined): unknown {
  if (type === "boolean") return word === "true";
  return type === "string" ? word : Number(word);
}

function callOf(
  { model, capability, prompt, inputs }: Wish,
  parameters: GenerationParameters,
): PossibleCall | null {
  const pricing = { ...toPricing(model), parameters: model.parameters };
  const { issues } = mapRequest(model.parameters, {
    capability,
    prompt,
    inputs,
    parameters,
    priced: pricing,
  });
  if (issues.length > 0) return null;
  const characters = capability === "text-to-speech" ? { characters: prompt.length } : {};
  const work = { capability, inputs, ...characters };
  return {
    model,
    capability,
    pricing,
    work,
    usd: usdFor(pricing, parameters, work),
    request: {
      modelId: model.id,
      upstreamModel: model.upstreamModel ?? model.id,
      capability,
      contentType: resultContentType(
        capability,
        inputs.map(({ kind }) => kind),
      ),
      prompt,
      inputs,
      parameters,
      parameterSchema: model.parameters,
      priced: pricing,
      inputsAreReachable: false,
    },
  };
}
