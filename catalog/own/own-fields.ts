import { z } from "zod";

import { isRefusedHost } from "./refused-hosts.ts";

export const text = z.string().trim().min(1);
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

export const parameterName = z
  .string()
  .max(100)
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$/,
    "must be the name of a field: letters, digits and _, parts separated by dots",
  );

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

/** Roles of a parameter that is a value, in the files of every protocol. */
export const valueRoles = [
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
] as const;

/** Bounds and values of a parameter. */
export const parameterFields = {
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
  default: scalar.exactOptional(),
  required: z.boolean().exactOptional(),
};

/** Fields of a model except its capabilities and parameters. */
export const modelFields = {
  /** Id in the API of the engine. */
  id: text.max(100).regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "must be made of letters, digits, . _ -"),
  /** The canonical model that the server offers, with the same weights and version. */
  offers: text.exactOptional(),
  differs: z.array(text.max(60)).min(1).max(10).exactOptional(),
  name: text.max(100).exactOptional(),
  description: text.max(200).exactOptional(),
  /** Credits of the typical job, which grow with the quantities in `priced`. */
  credits: z.int().min(1).max(30).default(1),
  priced: z
    .partialRecord(z.enum(["seconds", "megapixels", "characters", "count"]), positive)
    .refine((quantities) => Object.keys(quantities).length > 0, "names no quantity")
    .default({ count: 1 }),
  quality: z.literal([1, 2, 3]).default(2),
  typicalSeconds: z.int().positive().exactOptional(),
};

/** Fields of a server except its protocol and models. */
export const providerFields = {
  slug: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  name: text.max(100).exactOptional(),
  baseUrl,
  headersEnv: z
    .record(
      headerName,
      z.string().regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable"),
    )
    .default({}),
  /** Requests that the server works on at once. */
  concurrentMax: z.int().min(1).max(10_000).default(1),
};
