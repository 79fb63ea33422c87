import { readFile } from "node:fs/promises";

import { z } from "zod";

import { isErrorCode, type ErrorCode } from "#domain/errors.ts";
import { capabilities } from "#domain/requests/capability.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

const time = z.iso.datetime();
const milliseconds = z.int().nonnegative();
const failureSchema = z.strictObject({
  code: z.custom<ErrorCode>((value) => typeof value === "string" && isErrorCode(value)),
  /** Without keys and without the query strings of URLs. */
  reason: z.string(),
});

const fileSchema = z.strictObject({
  contentType: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});

/** The called model, and its cost by the provider's price list. */
const callFields = {
  model: z.string(),
  capability: z.enum(capabilities),
  usd: z.number().nonnegative(),
  credits: z.int().positive(),
};

const sentFields = {
  ...callFields,
  /** Idempotency key or lookup name of the request, for providers that support one. */
  idempotencyKey: z.string(),
  sentAt: time,
  healthMs: milliseconds,
};

/** Enough to poll for the result again at no charge; contains no key. */
const requestId = z.string().nullable();
const handle = z.custom<ProviderHandle>((value) => typeof value === "object" && value !== null);

/**
 * Progress of one service's check. An entry is written before its step begins, so after a crash it records
 * the worst case.
 */
const entrySchema = z.discriminatedUnion("state", [
  /** The free health check failed: nothing was sent. */
  z.strictObject({
    state: z.literal("unhealthy"),
    ...callFields,
    at: time,
    failure: failureSchema,
  }),
  /**
   * The paid request is about to be sent, or was sent without a response; `handle` when the provider can be
   * polled.
   */
  z.strictObject({
    state: z.literal("sending"),
    ...sentFields,
    requestId,
    handle: handle.nullable(),
    failure: failureSchema.nullable(),
  }),
  /** Certainly nothing was generated or charged. */
  z.strictObject({ state: z.literal("refused"), ...sentFields, failure: failureSchema }),
  z.strictObject({ state: z.literal("accepted"), ...sentFields, requestId, handle }),
  /** Accepted without a result. The provider's account shows whether it was billed. */
  z.strictObject({ state: z.literal("failed"), ...sentFields, requestId, failure: failureSchema }),
  z.strictObject({
    state: z.literal("succeeded"),
    ...sentFields,
    requestId,
    /** From the paid request until the whole result was downloaded. */
    tookMs: milliseconds,
    files: z.array(fileSchema).min(1),
  }),
]);

export type CheckEntry = z.output<typeof entrySchema>;
export type SentFields = Pick<
  Extract<CheckEntry, { state: "accepted" }>,
  "model" | "capability" | "usd" | "credits" | "idempotencyKey" | "sentAt" | "healthMs"
>;
export type CheckFailure = z.output<typeof failureSchema>;
export type CheckedFile = z.output<typeof fileSchema>;

const reportSchema = z.strictObject({
  /** Keyed by the service's slug. */
  services: z.record(z.string(), entrySchema),
});
export type CheckReport = z.output<typeof reportSchema>;

/** Reads an earlier report; null when there is none. Throws when the file is not a report. */
export async function readCheckReport(path: string): Promise<CheckReport | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const read = reportSchema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new Error(`${path} is no report of providers:check: ${z.prettifyError(read.error)}`);
}

/**
 * True when a paid request may be sent: none was sent, or certainly nothing was generated. Every other state
 * was charged or may have been.
 */
export function maySend(entry: CheckEntry | undefined): boolean {
  return entry === undefined || entry.state === "unhealthy" || entry.state === "refused";
}
