import { z } from "zod";

import { capabilities, contentTypes, inputKinds } from "#domain/requests/capability.ts";
import { idempotencyClasses } from "#domain/requests/generation.ts";

import {
  parameterRoles,
  parameterTypes,
  type Parameter,
  type ParameterRole,
} from "./parameters.ts";
import { modelProblems, parameterProblems, providerProblems } from "./row-problems.ts";

/**
 * How a request travels and how its result comes back. A model lists the way that its adapter should
 * take first, then the others that the provider offers.
 */
const transports = [
  /** One call; the answer carries the result's address or text. */
  "sync",
  /** One call; the answer is the file. */
  "sync-binary",
  /** One call; the answer carries the file as base64. */
  "sync-base64",
  /** A call that gives a handle, then polling until the answer carries an address. */
  "submit-poll",
  /** As submit-poll; the finished task names a file whose address takes one more call. */
  "submit-poll-fetch",
  /** Two calls, of which the second needs the first one's answer, then polling. */
  "prepare-submit-poll",
  /** A free create, an upload of the input, a call that starts the work, then polling. */
  "submit-upload-poll",
  /** A call with `background: true`, then polling; cancellation is possible. */
  "background-poll",
  /** A long-running operation of Google Cloud. */
  "operation-poll",
  /** The provider calls an address of ours; nothing can be polled. */
  "callback",
] as const;

/** What a price can follow. Megapixels and seconds are those of the result; absent means "does not". */
const quantities = ["seconds", "megapixels", "characters", "count"] as const;
export type Quantity = (typeof quantities)[number];

const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ });
const date = z.iso.date();
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");
const setting = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable");
const positive = z.number().positive();
const roles = Object.keys(parameterRoles) as [ParameterRole, ...ParameterRole[]];
/** By another parameter and its value. */
const multiples = z.record(z.string(), z.record(z.string(), positive));
/** Rules that look at several fields run even when one of the fields is wrong: all problems at once. */
const always = { when: () => true };

const parameterSchema: z.ZodType<Parameter, Parameter> = z
  .strictObject({
    type: z.enum(parameterTypes),
    format: z.enum(["uri", "binary"]).exactOptional(),
    enum: z
      .array(z.union([z.string(), z.number()]))
      .min(1)
      .exactOptional(),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    multipleOf: positive.exactOptional(),
    maxLength: z.int().positive().exactOptional(),
    minItems: z.int().positive().exactOptional(),
    maxItems: z.int().positive().exactOptional(),
    items: z
      .strictObject({
        type: z.enum(parameterTypes),
        format: z.enum(["uri", "binary"]).exactOptional(),
      })
      .exactOptional(),
    properties: z
      .record(
        z.string(),
        z.lazy(() => parameterSchema),
      )
      .exactOptional(),
    default: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
    "x-role": z.enum(roles).exactOptional(),
    "x-voices": z
      .strictObject({ female: z.array(text).min(1), male: z.array(text).min(1) })
      .exactOptional(),
    "x-kinds": z.array(z.enum(inputKinds)).min(1).exactOptional(),
    "x-only": z
      .partialRecord(z.enum(capabilities), z.array(z.union([z.string(), z.number()])))
      .exactOptional(),
  })
  .superRefine((parameter, context) => {
    for (const message of parameterProblems(parameter)) context.addIssue(message);
  }, always);

const auth = z.strictObject({
  header: text,
  /** The header's value; `{key}` stands for the value of `setting`. */
  format: text,
  /** Headers that every request carries. */
  headers: z.record(z.string(), text).exactOptional(),
  /** Other ways that some paths want. */
  other: text.exactOptional(),
});

const poll = z.strictObject({
  endpoints: z.array(text),
  /** Null where nothing is polled or no interval is asked for. */
  intervalSecondsMin: positive.nullable(),
  statuses: z.strictObject({
    running: z.array(text),
    succeeded: z.array(text).min(1),
    failed: z.array(text).min(1),
  }),
});

/** Another API of a provider, with a key, an address and an adapter of its own. */
const serviceSchema = z.strictObject({
  /** `{region}` stands for the region. */
  baseUrl: z.string().regex(/^https:\/\/[^\s]+$/, "must be an https address"),
  /** Where its paths or its host name a region: the variable that says which, and the usual one. */
  region: z.strictObject({ setting, default: text }).exactOptional(),
  setting,
  auth,
  poll,
  /** How to stop a running generation; null when that is impossible. */
  cancel: text.nullable(),
  /** A webhook is a hint to poll, never the result. */
  webhook: z.strictObject({ register: text, signature: text }).nullable(),
});

const modelSchema = z
  .strictObject({
    /** Ours, unique over all providers; never reused for another model. */
    id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "must be made of letters, digits, . _ -"),
    /** The provider's name of the model; null where the endpoint alone decides. */
    upstreamModel: text.nullable(),
    name: text,
    /** One line for people: what it is good for, and what it is not. */
    description: text.max(200),
    contentType: z.enum(contentTypes),
    capabilities: z.array(z.enum(capabilities)).min(1),
    /**
     * From the root of the host of `baseUrl`, or with a host of their own.
     * Alternatives by kind of request; for `prepare-` and `-upload-` transports the steps in order.
     */
    endpoints: z.array(text).min(1),
    transports: z.array(z.enum(transports)).min(1),
    /** Which of its provider's `services` it is called at; absent: the provider's own API. */
    service: slug.exactOptional(),
    parameters: z.strictObject({
      type: z.literal("object"),
      required: z.array(text),
      properties: z.record(z.string(), parameterSchema),
      "x-fixed": z.record(z.string(), z.string()).exactOptional(),
    }),
    pricing: z.strictObject({
      /** What the provider's list counts. */
      unit: text,
      /** The job that `typicalUsd` pays for; not always the provider's default. */
      typicalJob: text,
      /** List price in US dollars before discounts; zero on our own machine. */
      typicalUsd: z.number().nonnegative(),
      perSecondUsd: positive.exactOptional(),
      /** The least that a job costs, where the provider has such a rule. */
      minimumUsd: positive.exactOptional(),
      /** What is billed in whole, such as a credit of the provider's: a begun one is paid. */
      stepUsd: positive.exactOptional(),
      /** The list's own words. */
      rate: text.exactOptional(),
      /** "documented", or why the figure is weaker than that. */
      confidence: text,
      source: text,
    }),
    /** Quantities of the typical job. A request costs typicalUsd × requested / typical for each. */
    priced: z.partialRecord(z.enum(quantities), positive),
    /** Which of these quantities are those of the inputs, as far as they are known (domain/requests/input-facts.ts). */
    measured: z
      .strictObject({
        seconds: z
          .strictObject({
            of: z.array(z.enum(inputKinds)).min(1),
            also: z
              .record(z.string(), z.record(z.string(), z.array(z.enum(inputKinds)).min(1)))
              .exactOptional(),
            toleranceSeconds: positive.exactOptional(),
            min: positive.exactOptional(),
          })
          .exactOptional(),
        megapixels: z.literal(true).exactOptional(),
      })
      .exactOptional(),
    /**
     * By parameter and value: how many times the typical price, if need be by the value of another
     * parameter. What is not named here counts once.
     */
    priceFactors: z
      .record(z.string(), z.record(z.string(), z.union([positive, multiples])))
      .exactOptional(),
    /** Bounds of quantities that the parameters do not state by themselves. */
    limits: z
      .partialRecord(
        z.enum(quantities),
        z.strictObject({ min: positive.exactOptional(), max: positive.exactOptional() }),
      )
      .exactOptional(),
    /** Credits of the typical job where no list price decides: embedded models only. */
    credits: z.int().min(1).max(30).exactOptional(),
    /** Our judgement for routing, not a measurement: 1 draft, cheap or fast; 2 good; 3 flagship. */
    quality: z.literal([1, 2, 3]),
    /** Our judgement of the usual wait for the typical job, in seconds; measured health corrects it. */
    typicalSeconds: z.int().positive(),
    lifecycle: z.strictObject({
      /** Disabled: the provider sells it, but this version cannot call it; the note says why. */
      status: z.enum(["active", "preview", "deprecated", "retired", "disabled"]),
      /** General availability, where the provider gives a date. */
      since: date.exactOptional(),
      retiresOn: date.exactOptional(),
      /** The id of the model to use instead. */
      replacedBy: text.exactOptional(),
      note: text.exactOptional(),
    }),
    /** What the parameters were read from. No provider has been called. */
    verification: text,
    sources: z.array(text).min(1),
  })
  .superRefine((model, context) => {
    for (const message of modelProblems(model)) context.addIssue(message);
  }, always);

/** Everything that adapters, routing and the directory need to know of a provider. */
export const providerSchema = z
  .strictObject({
    slug,
    name: text,
    description: text,
    tier: z.enum(["core", "extra", "embedded"]),
    /** Whether this version can call it: there is an adapter in activities/providers/. */
    integrated: z.boolean(),
    /** Null when `setting` holds the address. */
    baseUrl: address.nullable(),
    /** The same service in other regions. */
    regionalBaseUrls: z.array(address).exactOptional(),
    /** Other services of the provider, by purpose; `{…}` is filled by the adapter. */
    otherBaseUrls: z.record(z.string(), text).exactOptional(),
    /** The environment variable without which the provider cannot be used: its key or its address. */
    setting,
    auth: auth.nullable(),
    /** Its other APIs, by slug; a model says which of them it is called at. */
    services: z.record(slug, serviceSchema).exactOptional(),
    /** Whether a repeated submission is safe (domain/requests/generation.ts). */
    idempotency: z.enum(idempotencyClasses),
    idempotencyNote: text.exactOptional(),
    submit: z.strictObject({
      style: text,
      endpoints: z.array(text).min(1),
      response: text,
      /** What to keep of the answer in order to ask again. */
      handle: z.array(text),
    }),
    poll,
    result: z.strictObject({
      field: text,
      kinds: z.array(z.enum(["url", "base64", "bytes", "json"])).min(1),
      /** The shortest life of a result's address or of a stored result; null when not published. */
      expiresAfterSeconds: z.int().positive().nullable(),
      expiry: text,
    }),
    /** How to stop a running generation; null when that is impossible. */
    cancel: text.nullable(),
    /** How to find a submission whose answer was lost; null when that is impossible. */
    reconcile: text.nullable(),
    /** A webhook is a hint to poll, never the result. */
    webhook: z
      .strictObject({ register: text, signature: text, only: text.exactOptional() })
      .nullable(),
    errors: z.strictObject({
      body: text,
      retryable: z.array(text),
      permanent: z.array(text),
      /** The request may have been accepted and may be billed. */
      unknownOutcome: z.array(text),
    }),
    limits: z.strictObject({
      concurrentMax: z.int().positive().exactOptional(),
      requestsPerMinuteMax: z.int().positive().exactOptional(),
      note: text,
      headers: z.array(text),
    }),
    priceUnit: text,
    /** What an adapter is built on, and what the provider's own client would do wrong. */
    client: z.strictObject({
      use: text,
      package: text.exactOptional(),
      version: text.exactOptional(),
      /** Whether submit and poll are separate calls of the package; null when not known. */
      splittable: z.boolean().nullable().exactOptional(),
      defaultRetries: z.int().exactOptional(),
      note: text.exactOptional(),
    }),
    confidence: text,
    sources: z.array(text).min(1),
    models: z.array(modelSchema).min(1),
  })
  .superRefine((provider, context) => {
    for (const message of providerProblems(provider)) context.addIssue(message);
  }, always);

export type ProviderRow = z.input<typeof providerSchema>;
export type ModelRow = z.input<typeof modelSchema>;
