import { z } from "zod";

import { capabilities, contentTypes, inputKinds } from "#domain/requests/capability.ts";
import { idempotencyClasses } from "#domain/requests/generation.ts";

import { ownProtocols } from "./own/own-connection.ts";
import {
  parameterRoles,
  parameterTypes,
  type Parameter,
  type ParameterRole,
} from "./parameters.ts";
import { modelProblems, parameterProblems, providerProblems } from "./row-problems.ts";
import { headerName, webhookSchema } from "./webhook-row.ts";

/**
 * Transport of a request and its result. A model lists the transport of its adapter first, then the others
 * that the provider offers.
 */
const transports = [
  /** One call; the response has the result's URL or text. */
  "sync",
  /** One call; the response is the file. */
  "sync-binary",
  /** One call; the response has the file as base64. */
  "sync-base64",
  /** A call that returns a handle, then polling until the response has a URL. */
  "submit-poll",
  /** Like submit-poll; the finished task names a file whose URL takes one more call. */
  "submit-poll-fetch",
  /** Two calls, of which the second needs the first one's response, then polling. */
  "prepare-submit-poll",
  /** A free create, an upload of the input, a call that starts the work, then polling. */
  "submit-upload-poll",
  /** A call with `background: true`, then polling; cancellation is possible. */
  "background-poll",
  /** A long-running operation of Google Cloud. */
  "operation-poll",
  /** The provider calls a URL of the engine; polling is impossible. */
  "callback",
] as const;

/**
 * Quantities that can determine a price. Megapixels and seconds are those of the result; an absent quantity
 * has no effect.
 */
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
/** Factors by another parameter and its value. */
const multiples = z.record(z.string(), z.record(z.string(), positive));
/**
 * Rules across several fields run even when one of the fields is wrong, so that all problems are reported at
 * once.
 */
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
        enum: z.array(text).min(1).exactOptional(),
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
    "x-ratios": z.tuple([z.number().positive(), z.number().positive()]).exactOptional(),
    "x-tasks": z.partialRecord(z.enum(capabilities), text).exactOptional(),
    "x-only": z
      .partialRecord(z.enum(capabilities), z.array(z.union([z.string(), z.number()])))
      .exactOptional(),
  })
  .superRefine((parameter, context) => {
    for (const message of parameterProblems(parameter)) context.addIssue(message);
  }, always);

const values = z.array(z.union([z.string(), z.number(), z.boolean()])).min(1);
const condition = z.strictObject({
  when: z.record(z.string(), z.union([z.boolean(), values])),
  allows: z.record(z.string(), values),
});

const auth = z.strictObject({
  header: text,
  /** The header's value; `{key}` stands for the value of `setting`. */
  format: text,
  /** Headers of every request. */
  headers: z.record(z.string(), text).exactOptional(),
});

const poll = z.strictObject({
  /** Null where nothing is polled or the provider requires no interval. */
  intervalSecondsMin: positive.nullable(),
  statuses: z.strictObject({
    running: z.array(text),
    failed: z.array(text).min(1),
  }),
});

/** Another API of a provider, with a separate key, URL and adapter. */
const serviceSchema = z.strictObject({
  /** `{region}` stands for the region. */
  baseUrl: z.string().regex(/^https:\/\/[^\s]+$/, "must be an https address"),
  /** For APIs whose path or host names a region: the variable with the region, and its default. */
  region: z.strictObject({ setting, default: text, description: text }).exactOptional(),
  setting,
  /** A key of another kind than a text: its format, and the description of its setting. */
  key: z.strictObject({ format: z.literal("json"), description: text }).exactOptional(),
  auth,
  poll,
  /** Method for stopping a running generation; null when that is impossible. */
  cancel: text.nullable(),
  webhook: webhookSchema.nullable(),
});

const modelSchema = z
  .strictObject({
    /** The engine's id, unique over all providers; never reused for another model. */
    id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "must be made of letters, digits, . _ -"),
    /** The provider's name of the model; null where the endpoint alone decides. */
    upstreamModel: text.nullable(),
    /** The canonical model (catalog/canonical.ts) that this row is one host's offer of. Absent: a separate model. */
    offers: text.exactOptional(),
    /** Differences of this offer from the maker's. */
    differs: z.array(text.max(60)).min(1).max(10).exactOptional(),
    name: text,
    /** One line for people: strengths and limitations of the model. */
    description: text.max(200),
    contentType: z.enum(contentTypes),
    capabilities: z.array(z.enum(capabilities)).min(1),
    /**
     * Paths from the root of the host of `baseUrl`, or URLs with another host. Alternatives by kind of
     * request; for `prepare-` and `-upload-` transports the steps in order.
     */
    endpoints: z.array(text).min(1),
    transports: z.array(z.enum(transports)).min(1),
    /** The entry of the provider's `services` that serves the model; absent: the provider's main API. */
    service: slug.exactOptional(),
    parameters: z.strictObject({
      type: z.literal("object"),
      required: z.array(text),
      properties: z.record(z.string(), parameterSchema),
      "x-fixed": z.record(z.string(), z.string()).exactOptional(),
      "x-conditions": z.array(condition).min(1).exactOptional(),
    }),
    pricing: z.strictObject({
      /** The job that `typicalUsd` pays for; not always the provider's default. */
      typicalJob: text,
      /** List price in US dollars before discounts; zero for the embedded provider. */
      typicalUsd: z.number().nonnegative(),
      perSecondUsd: positive.exactOptional(),
      /** Price of each started megapixel of the result beyond those in `priced`, where it differs. */
      furtherMegapixelUsd: positive.exactOptional(),
      /** Price of the inputs by kind, in addition to the result's. */
      inputs: z
        .partialRecord(
          z.enum(inputKinds),
          z.strictObject({
            usd: positive,
            /** Each file, or each started megapixel (1,048,576 pixels) of each image. */
            per: z.enum(["file", "megapixel"]),
            /** Number of files that cost nothing. */
            free: z.int().positive().exactOptional(),
            /**
             * Largest size that is billed, because the provider scales larger images down. An image of unknown
             * size is sold at this size; without it at one megapixel, and a larger one is refused.
             */
            megapixelsMax: positive.exactOptional(),
          }),
        )
        .exactOptional(),
      /** Minimum price of a job, where the provider has one. */
      minimumUsd: positive.exactOptional(),
      /** Billing step, such as one of the provider's credits: a started step is charged in full. */
      stepUsd: positive.exactOptional(),
      /** "documented", or the reason for a lower confidence in the figure. */
      confidence: text,
    }),
    /** Data that the adapter needs and no parameter has: the workflow of a ComfyUI model. Own providers only. */
    definition: z.unknown().exactOptional(),
    /** Required parameters that the adapter sets, because the mapping cannot. */
    setByAdapter: z.array(text).min(1).exactOptional(),
    /** Quantities of the typical job. A request costs typicalUsd × requested / typical for each. */
    priced: z.partialRecord(z.enum(quantities), positive),
    /** Quantities that come from the inputs, as far as they are known (domain/requests/input-facts.ts). */
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
        /** For models that bill each frame: the rate in the price of a second, and that of unmeasured inputs. */
        frames: z
          .strictObject({
            of: z.array(z.enum(inputKinds)).min(1),
            included: positive,
            unmeasured: positive,
          })
          .exactOptional(),
        megapixels: z.union([z.literal(true), z.strictObject({ max: positive })]).exactOptional(),
        /** Properties that each input image must have; others are refused before anything is sent. */
        images: z
          .strictObject({
            types: z.array(z.string().startsWith("image/")).min(1).exactOptional(),
            pixelsMin: z.int().positive().exactOptional(),
            pixelsMax: z.int().positive().exactOptional(),
            sideMin: z.int().positive().exactOptional(),
            ratioMax: positive.exactOptional(),
          })
          .exactOptional(),
      })
      .exactOptional(),
    /**
     * Multiples of the typical price by parameter and value, optionally by the value of another parameter. An
     * unlisted value has the factor 1.
     */
    priceFactors: z
      .record(z.string(), z.record(z.string(), z.union([positive, multiples])))
      .exactOptional(),
    /** Bounds of quantities that the parameters do not state. */
    limits: z
      .partialRecord(
        z.enum(quantities),
        z.strictObject({ min: positive.exactOptional(), max: positive.exactOptional() }),
      )
      .exactOptional(),
    /** Credits of the typical job without a list price: embedded models only. */
    credits: z.int().min(1).max(30).exactOptional(),
    /** The catalog's judgement for routing, not a measurement: 1 draft, cheap or fast; 2 good; 3 flagship. */
    quality: z.literal([1, 2, 3]),
    /**
     * The catalog's judgement of the usual time for the typical job, in seconds; measured health corrects it.
     */
    typicalSeconds: z.int().positive(),
    /**
     * Makes media by drawing, filters and other rules, not by a model that was trained on data. Decides the IPTC term of the
     * mark in its files.
     */
    isAlgorithmic: z.boolean().exactOptional(),
    lifecycle: z.strictObject({
      /**
       * Disabled: the provider sells the model, but this version cannot call it; the note gives the reason.
       */
      status: z.enum(["active", "preview", "deprecated", "retired", "disabled"]),
      retiresOn: date.exactOptional(),
      /** The id of the model to use instead. */
      replacedBy: text.exactOptional(),
      note: text.exactOptional(),
    }),
    /** Source of the parameters. No provider has been called. */
    verification: text,
  })
  .superRefine((model, context) => {
    for (const message of modelProblems(model)) context.addIssue(message);
  }, always);

/** Everything about a provider that adapters, routing and the directory need. */
export const providerSchema = z
  .strictObject({
    slug,
    name: text,
    description: text,
    /** Regular expressions of the provider's names in messages, in lower case. Absent: not recognized. */
    mentions: z
      .strictObject({
        /** Names that count only together with a verb such as "using". */
        withUse: text,
        /** Names that always mean the provider. */
        alone: text.exactOptional(),
      })
      .exactOptional(),
    /** `core`: the thirteen published providers; `extra`: any other; `own`: a server of the operator, from `MODELS_FILE`. */
    tier: z.enum(["core", "extra", "own", "embedded"]),
    /** True when this version can call the provider: activities/providers/ has an adapter. */
    integrated: z.boolean(),
    /** Null when `setting` holds the URL. */
    baseUrl: address.nullable(),
    /** The environment variable without which the provider cannot be used: its key or its URL. */
    setting,
    auth: auth.nullable(),
    /** How to call an own server; no other provider has one. */
    connection: z
      .strictObject({
        protocol: z.enum(ownProtocols),
        headersEnv: z.record(z.string(), setting),
        digest: text,
      })
      .exactOptional(),
    /** Response header with the request id, unless its name is `x-request-id` or `request-id`. */
    requestIdHeader: headerName.exactOptional(),
    /** Settings that select between several ways to use the provider. Adapters read `call.ways`. */
    options: z
      .record(
        setting,
        z.strictObject({
          description: text,
          /** Allowed values; absent: any text. */
          values: z.array(text).min(1).exactOptional(),
          /** Setting that must be set, too. */
          requires: setting.exactOptional(),
        }),
      )
      .exactOptional(),
    /** The provider's other APIs, by slug; a model names the one that serves it. */
    services: z.record(slug, serviceSchema).exactOptional(),
    /** States whether a repeated submission is safe (domain/requests/generation.ts). */
    idempotency: z.enum(idempotencyClasses),
    idempotencyNote: text.exactOptional(),
    poll,
    result: z.strictObject({
      /** Shortest lifetime of a result's URL or of a stored result; null when not published. */
      expiresAfterSeconds: z.int().positive().nullable(),
      expiry: text,
    }),
    /** Method for stopping a running generation; null when that is impossible. */
    cancel: text.nullable(),
    /**
     * Path of an endpoint that checks requests for free, in the protocol of studio (docs/studio-protocol.md). Absent: the
     * provider has none.
     */
    checks: z.string().startsWith("/").exactOptional(),
    webhook: webhookSchema.nullable(),
    limits: z.strictObject({
      concurrentMax: z.int().positive().exactOptional(),
      note: text,
    }),
    confidence: text,
    models: z.array(modelSchema).min(1),
    /**
     * Performs the operations of `domain/pipelines/operations.ts`, without credits. It has no capability, so it
     * is not listed and routing never chooses it.
     */
    mediaModel: z
      .strictObject({
        id: text,
        name: text,
        description: text.max(200),
        typicalSeconds: z.int().positive(),
      })
      .exactOptional(),
  })
  .superRefine((provider, context) => {
    for (const message of providerProblems(provider)) context.addIssue(message);
  }, always);

export type ProviderRow = z.input<typeof providerSchema>;
export type ModelRow = z.input<typeof modelSchema>;
