import { z } from "zod";

const text = z.string().trim().min(1);
export const headerName = z.string().regex(/^[a-z0-9-]+$/, "must be a header name in lower case");
const setting = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable");

/** Signature schemes of webhooks; api/provider-webhooks/ verifies them. */
const signatureSchema = z.discriminatedUnion("scheme", [
  z.strictObject({ scheme: z.literal("none") }),
  /** HMAC of the body under the secret that was sent with the request. */
  z.strictObject({ scheme: z.literal("body"), header: headerName }),
  /** The secret that was sent with the request, in a header. */
  z.strictObject({ scheme: z.literal("header"), header: headerName }),
  /** HMAC of a timestamp and the body, under the secret in a setting. */
  z.strictObject({
    scheme: z.literal("timestamp"),
    header: headerName,
    version: z.enum(["v0", "v1"]),
    setting,
  }),
  /** Standard Webhooks, under the secret in a setting. */
  z.strictObject({ scheme: z.literal("standard"), setting }),
  /** Ed25519 by a key of the provider's published key set. */
  z.strictObject({
    scheme: z.literal("key-set"),
    url: z.url({ protocol: /^https$/ }),
    headers: z.strictObject({
      requestId: headerName,
      userId: headerName,
      timestamp: headerName,
      signature: headerName,
    }),
  }),
]);

/** A provider's webhooks. A webhook triggers a poll; it is never the result. */
export const webhookSchema = z.strictObject({
  register: text,
  signature: text,
  /** Absent: the adapter requests no webhooks, and none is accepted. */
  accepted: z
    .strictObject({
      verify: signatureSchema,
      /**
       * True when the provider sends all webhooks of an account to one URL configured in its console instead
       * of a URL per request. Requires a scheme with a setting.
       */
      ofAccount: z.boolean().exactOptional(),
      /** True when the provider sends a challenge to the URL, to be echoed, before the first webhook. */
      challenges: z.boolean().exactOptional(),
      /** Paths of fields in the body; the first present field counts. */
      fields: z.strictObject({
        requestId: z.array(text).min(1),
        status: z.array(text),
        /** Field that repeats the token of the request's callback URL. */
        token: text.exactOptional(),
      }),
    })
    .refine(({ verify, ofAccount }) => ofAccount !== true || "setting" in verify, {
      message: "webhooks of an account need a signature with a setting",
    })
    .exactOptional(),
});
