import { readFile } from "node:fs/promises";

import { z } from "zod";

import { isErrorCode, type ErrorCode } from "#domain/errors.ts";
import { capabilities } from "#domain/requests/capability.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

const time = z.iso.datetime();
const milliseconds = z.int().nonnegative();
const failureSchema = z.strictObject({
  code: z.custom<ErrorCode>((value) => typeof value === "string" && isErrorCode(value)),
  /** Without keys, and without what addresses carry behind the question mark. */
  reason: z.string(),
});

const fileSchema = z.strictObject({
  contentType: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});

/** What is called, and what it costs by the provider's list. */
const callFields = {
  model: z.string(),
  capability: z.enum(capabilities),
  usd: z.number().nonnegative(),
  credits: z.int().positive(),
};

const sentFields = {
  ...callFields,
  /** By which a provider that knows our keys finds the request. */
  idempotencyKey: z.string(),
  sentAt: time,
  healthMs: milliseconds,
};

/** Also what is enough to ask for it again, without paying: never a key. */
const requestId = z.string().nullable();
const handle = z.custom<ProviderHandle>((value) => typeof value === "object" && value !== null);

/**
 * How far the check of one service has come. It is written before the step that it names, so that
 * after a crash it says the worst that may have happened.
 */
const entrySchema = z.discriminatedUnion("state", [
  /** The free question failed: nothing was sent. */
  z.strictObject({
    state: z.literal("unhealthy"),
    ...callFields,
    at: time,
    failure: failureSchema,
  }),
  /** The paid request leaves, or left and was not answered; `handle` where it can be asked for. */
  z.strictObject({
    state: z.literal("sending"),
    ...sentFields,
    requestId,
    handle: handle.nullable(),
    failure: failureSchema.nullable(),
  }),
  /** Certainly nothing was made, and nothing is paid. */
  z.strictObject({ state: z.literal("refused"), ...sentFields, failure: failureSchema }),
  z.strictObject({ state: z.literal("accepted"), ...sentFields, requestId, handle }),
  /** Accepted, and no result came of it. Whether it is billed, the provider's account tells. */
  z.strictObject({ state: z.literal("failed"), ...sentFields, requestId, failure: failureSchema }),
  z.strictObject({
    state: z.literal("succeeded"),
    ...sentFields,
    requestId,
    /** From the paid request until the result was fetched whole. */
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
  /** By the slug of the service. */
  services: z.record(z.string(), entrySchema),
});
export type CheckReport = z.output<typeof reportSchema>;

/** A report that was written before; null when there is none. Throws for a file that is no report. */
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
 * Whether a paid request may be sent: there was none, or certainly nothing came of it. Everything else
 * was paid or may have been.
 */
export function maySend(entry: CheckEntry | undefined): boolean {
  return entry === undefined || entry.state === "unhealthy" || entry.state === "refused";
}
