import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AdapterInput, AdapterRequest } from "#activities/providers/adapter.ts";
import { adapters } from "#activities/providers/index.ts";
import type { ModelDefinition } from "#catalog/define-provider.ts";
import { creditsFor, creditUsd, usdFor } from "#domain/billing/credits.ts";
import { AppError } from "#domain/errors.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest } from "#domain/requests/map-request.ts";
import { listServices } from "#scripts/providers-check/list-services.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { cloudRegion, serviceAccountKey } from "#test/support/providers/google-cloud.ts";
import { soundOf, videoOf } from "#test/support/providers/input-of.ts";
import {
  anyParameters,
  furtherImages,
  ownParameters,
} from "#test/support/providers/random-request.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import {
  fewestInputs,
  sampleInput,
  sampleRequest,
} from "#test/support/providers/sample-request.ts";
import type { Received, Simulator } from "#test/support/providers/simulator.ts";
import { startBySlug } from "#test/support/providers/start-by-slug.ts";

/*
 * For every model and capability: the values that the job states are those that the provider receives and those
 * that the price was computed from, and the price covers the list price of what was sent. Requests have any
 * parameters, out-of-range ones included, texts of any length, and inputs of any length, size and frame rate.
 */

const numRuns = Number(process.env["PRICED_REQUESTS_RUNS"] ?? 4);

const services = listServices().filter(
  ({ provider, slug }) => provider.tier !== "embedded" && adapters[slug] !== undefined,
);

/** Roles whose values can determine a price. */
const pricedRoles: ReadonlySet<string> = new Set([
  "duration",
  "count",
  "width",
  "height",
  "size",
  "resolution",
  "scale",
]);

const topazSizes = ["scale", "output_width", "output_height", "duration", "output.resolution"];

/**
 * Values in the price that are not sent as they are. A result that is as long as its input has no separate
 * length: the adapter refuses an input that is longer than the seconds in the price.
 */
const unsent: Readonly<Record<string, Readonly<Partial<Record<Capability, readonly string[]>>>>> = {
  google: { "video-editing": ["response_format.duration"] },
  runway: { "video-editing": ["duration"], "image-to-video": ["duration"] },
  luma: { "video-editing": ["video.duration"] },
  kling: { "video-editing": ["settings.duration"], "lip-sync": ["duration"] },
  "sync-labs": { "lip-sync": ["duration"] },
  // The duration is divided among the transitions between the images.
  fal: { "image-to-video": ["transitions[].duration"] },
  // The sides of the result are sent, in the shape of the input. The vendor's estimate must not exceed the price.
  "topaz-labs": { upscaling: topazSizes, enhancement: topazSizes, restoration: topazSizes },
};

const facts = fc.record({
  durationSeconds: fc.double({ min: 0.5, max: 90, noNaN: true }),
  width: fc.integer({ min: 64, max: 8_000 }),
  height: fc.integer({ min: 64, max: 8_000 }),
  framesPerSecond: fc.double({ min: 10, max: 120, noNaN: true }),
});

function measured(input: AdapterInput, about: Facts | null): AdapterInput {
  if (about === null) return input;
  const { durationSeconds, framesPerSecond, width, height } = about;
  if (input.kind === "image" || input.kind === "mask") return { ...input, width, height };
  const sound = { ...input, durationSeconds };
  return input.kind === "audio" ? sound : { ...sound, framesPerSecond };
}
type Facts = NonNullable<typeof facts extends fc.Arbitrary<infer Value> ? Value : never>;

/** Texts of up to 3,000 characters, which determine the price of speech. */
const anyText = fc
  .tuple(
    fc.integer({ min: 1, max: 3_000 }),
    fc.constantFrom("a red fox ", "ein Fuchs 🦊 ", "きつね"),
  )
  .map(([length, words]) =>
    words
      .repeat(Math.ceil(length / words.length))
      .slice(0, length)
      .trim(),
  );

/** Requests as acceptance prices them, with the inputs measured or not. */
function anyRequest(model: ModelDefinition, capability: Capability): fc.Arbitrary<AdapterRequest> {
  return fc
    .record({
      parameters: anyParameters,
      modelParameters: ownParameters(model),
      further: furtherImages,
      prompt: anyText,
      about: fc.array(fc.option(facts), { minLength: 6, maxLength: 6 }),
    })
    .map(({ parameters, modelParameters, further, about, prompt }) =>
      sampleRequest(model, capability, {
        prompt,
        parameters: { ...parameters, modelParameters },
        inputs: [...fewestInputs(model, capability), ...further].map((kind, ordinal) =>
          measured(sampleInput(kind), about[ordinal] ?? null),
        ),
      }),
    )
    .filter((request) => mappedOf(request).issues.length === 0);
}

function smallestRequest(model: ModelDefinition, capability: Capability): AdapterRequest {
  const request = sampleRequest(model, capability);
  return { ...request, inputs: request.inputs.map((input) => brief[input.kind] ?? input) };
}

const brief: Readonly<Record<string, AdapterInput | undefined>> = {
  video: { ...videoOf(2), durationSeconds: 2, framesPerSecond: 25 },
  audio: { ...soundOf(2), durationSeconds: 2 },
};

/** Models whose cheapest request costs more than the highest price of a job. Only organizations that bring their own key can use them. */
const aboveLimit: ReadonlySet<string> = new Set(["flux-3-video video-editing"]);

function mappedOf(request: AdapterRequest) {
  return mapRequest(request.parameterSchema, { ...request, explicit: {} });
}

/** Returns the credits; null for a request that is refused, because it would cost more than a job may. */
function creditsOf(request: AdapterRequest, parameters: GenerationParameters): number | null {
  try {
    return creditsFor(pricingOf(request), parameters, workOf(request));
  } catch (error) {
    if (error instanceof AppError && error.code === "price_over_limit") return null;
    throw error;
  }
}

function pricingOf({ priced, parameterSchema }: AdapterRequest) {
  return { ...priced, parameters: parameterSchema };
}

function workOf({ capability, inputs, prompt }: AdapterRequest) {
  return { capability, inputs, characters: prompt.length };
}

/** Names of the parameters that a price can depend on. */
function pricedNames({ parameters, priceFactors = {} }: ModelDefinition): string[] {
  const byRole = Object.entries(parameters.properties).flatMap(([name, parameter]) =>
    pricedRoles.has(parameter["x-role"] ?? "") ? [name] : [],
  );
  // A task is an operation that the engine distinguishes, not always a field of the provider.
  const factors = Object.keys(priceFactors).filter(
    (name) => parameters.properties[name]?.["x-role"] !== "task",
  );
  return [...new Set([...byRole, ...factors])];
}

/** Every field that the provider received, as text: of bodies, forms and queries. */
async function receivedFields(requests: readonly Received[]): Promise<Set<string>> {
  const found = new Set<string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value))
        add(Array.isArray(value) ? name : key, inner);
    } else found.add(`${name}=${String(value)}`);
  };
  for (const request of requests) {
    for (const [name, value] of request.url.searchParams) add(name, value);
    const type = request.headers["content-type"] ?? "";
    if (type.includes("json")) add("", receivedJson(request));
    if (type.includes("multipart")) {
      for (const [name, value] of await receivedForm(request)) {
        add(name, typeof value === "string" && /^[[{]/.test(value) ? JSON.parse(value) : value);
      }
    }
  }
  return found;
}

function fieldOf(name: string, value: unknown): string {
  return `${name.split(".").at(-1)?.replace("[]", "") ?? name}=${String(value)}`;
}

describe.each(services)("$slug", ({ slug, models }) => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startBySlug(slug);
  });
  afterAll(async () => simulator.close());

  const cases = models
    .filter(({ lifecycle: { status } }) => status !== "retired" && status !== "disabled")
    .flatMap((model) =>
      model.capabilities.map((capability) => ({ model, capability, id: model.id })),
    );

  test.each(cases)(
    "$id for $capability: stated = sent = priced, at no less than cost",
    async ({ model, capability }) => {
      let sentRequests = 0;
      let arrivedRequests = 0;
      const names = pricedNames(model);
      const property = fc.asyncProperty(anyRequest(model, capability), async (request) => {
        const told = creditsOf(request, request.parameters);
        if (told === null) return;
        const { values } = mappedOf(request);
        expect(told * creditUsd).toBeGreaterThanOrEqual(
          usdFor(pricingOf(request), request.parameters, workOf(request)) - 1e-6,
        );

        const before = simulator.requests.length;
        sentRequests += 1;
        const call = callTo(simulator, {
          ...(slug === "google-cloud" && {
            credential: serviceAccountKey(simulator),
            region: cloudRegion,
          }),
          idempotencyKey: `job_${model.id}_${capability}_${sentRequests}:generate:1`,
        });
        const submissions = simulator.submissions();
        // A refusal, by the adapter or by the provider, is not what this test is about.
        await adapters[slug]?.submit(request, call).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        if (simulator.submissions() === submissions) return;
        arrivedRequests += 1;
        const received = await receivedFields(simulator.requests.slice(before));
        const stated = names.filter(
          (name) =>
            values[name] !== undefined && unsent[slug]?.[capability]?.includes(name) !== true,
        );
        const missing = stated
          .map((name) => fieldOf(name, values[name]))
          .filter((field) => !received.has(field) && !field.endsWith("=false"));
        expect(missing).toEqual([]);
      });
      // The smallest request shows that this test compares something.
      await fc.assert(property, { numRuns, examples: [[smallestRequest(model, capability)]] });
      expect(arrivedRequests > 0).toBe(!aboveLimit.has(`${model.id} ${capability}`));
    },
  );
});
