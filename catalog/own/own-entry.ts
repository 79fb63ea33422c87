import { z } from "zod";

import type { ParameterRole } from "#catalog/parameters.ts";
import { capabilities, type Capability } from "#domain/requests/capability.ts";

import { ownProtocols } from "./own-connection.ts";
import { isRefusedHost } from "./refused-hosts.ts";

/** Capabilities that servers with OpenAI's protocol can have. */
const ownCapabilities = [
  "text-to-image",
  "image-to-image",
  "inpainting",
  "text-to-speech",
  "speech-to-text",
  "text-to-video",
  "image-to-video",
] as const satisfies readonly Capability[];
export type OwnCapability = (typeof ownCapabilities)[number];

const text = z.string().trim().min(1);
const positive = z.number().positive();
const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Headers that the HTTP client sets. */
const clientHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const headerName = text
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "must be the name of a header")
  .refine((name) => !clientHeaders.has(name.toLowerCase()), "is a header that the engine sets");

/** Fields of a request that the adapter sets. */
const adapterFields: ReadonlySet<string> = new Set(["model", "stream", "stream_format", "user"]);
const parameterName = z
  .string()
  .max(100)
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$/,
    "must be the name of a field: letters, digits and _, parts separated by dots",
  )
  .refine((name) => !adapterFields.has(name), "is a field that the engine sets");

const baseUrl = z.string().superRefine((address, context) => {
  const url = URL.parse(address);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    context.addIssue("must be an http or https URL");
  } else if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    context.addIssue(
      "must have no user name, password, query or fragment; use headersEnv for keys",
    );
  } else if (isRefusedHost(url.hostname)) {
    context.addIssue("must not be a link-local address or a cloud's metadata service");
  }
});

/** Roles whose parameter is a file of the request's form. */
export const fileRoles = ["image", "images", "mask", "firstFrame", "audio"] as const;
export type FileRole = (typeof fileRoles)[number];

const roles = [
  "prompt",
  "negativePrompt",
  "text",
  "aspectRatio",
  "resolution",
  "size",
  "width",
  "height",
  "duration",
  "fps",
  "count",
  "seed",
  "style",
  "quality",
  "format",
  "voice",
  "language",
  "speed",
  "strength",
  ...fileRoles,
] as const satisfies readonly ParameterRole[];

const ownParameterSchema = z.strictObject({
  role: z.enum(roles).exactOptional(),
  type: z.enum(["string", "integer", "number", "boolean"]).exactOptional(),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(500)
    .exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  multipleOf: positive.exactOptional(),
  maxLength: z.int().positive().exactOptional(),
  /** Number of files, for the role `images`. */
  maxItems: z.int().min(1).max(16).exactOptional(),
  default: scalar.exactOptional(),
  required: z.boolean().exactOptional(),
  voices: z
    .strictObject({ female: z.array(text).min(1), male: z.array(text).min(1) })
    .exactOptional(),
});
export type OwnParameter = z.output<typeof ownParameterSchema>;

const ownModelSchema = z.strictObject({
  /** Id in the API of the engine. */
  id: text.max(100).regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "must be made of letters, digits, . _ -"),
  /** The server's name of the model. Absent: the id. */
  model: text.max(500).exactOptional(),
  /** The canonical model that the server offers, with the same weights and version. */
  offers: text.exactOptional(),
  differs: z.array(text.max(60)).min(1).max(10).exactOptional(),
  name: text.max(100).exactOptional(),
  description: text.max(200).exactOptional(),
  capabilities: z
    .array(
      z.enum(capabilities).refine((each) => ownCapabilities.some((own) => own === each), {
        message: `must be one of ${ownCapabilities.join(", ")}`,
      }),
    )
    .min(1),
  /** Credits of the typical job, which grow with the quantities in `priced`. */
  credits: z.int().min(1).max(30).default(1),
  priced: z
    .partialRecord(z.enum(["seconds", "megapixels", "characters", "count"]), positive)
    .refine((quantities) => Object.keys(quantities).length > 0, "names no quantity")
    .default({ count: 1 }),
  quality: z.literal([1, 2, 3]).default(2),
  typicalSeconds: z.int().positive().exactOptional(),
  parameters: z.record(parameterName, ownParameterSchema).default({}),
});
export type OwnModel = z.output<typeof ownModelSchema>;

/** One server and its models, as an operator writes them. */
const ownProviderSchema = z.strictObject({
  slug: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  name: text.max(100).exactOptional(),
  protocol: z.enum(ownProtocols),
  baseUrl,
  headersEnv: z
    .record(
      headerName,
      z.string().regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable"),
    )
    .default({}),
  /** Requests that the server works on at once. */
  concurrentMax: z.int().min(1).max(10_000).default(1),
  models: z.array(ownModelSchema).min(1).max(200),
});
export type OwnProvider = z.output<typeof ownProviderSchema>;

export const modelsFileSchema = z.strictObject({
  providers: z.array(ownProviderSchema).max(100),
});
