import type Stripe from "stripe";

import { AppError } from "#domain/errors.ts";

export interface StripeSettings {
  readonly secretKey: string;
  /** Secrets of the webhook endpoint: two while one is replaced. */
  readonly webhookSecrets: readonly string[];
  /** URL of Stripe's API, or of a server that plays it. */
  readonly apiUrl: string;
  readonly taxes: "0" | "1" | "managed";
  /** Repetitions of a failed request; two unless set. */
  readonly retriesMax?: number;
}

/** Requests repeat with the same idempotency key, so that none has an effect twice. */
const retriesMaxDefault = 2;
const timeoutMs = 10_000;

/** Loads the official client, 23 MB of modules, only in an engine that sells something. */
export async function createStripeClient({
  secretKey,
  apiUrl,
  retriesMax = retriesMaxDefault,
}: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Client(secretKey, {
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port === "" ? {} : { port }),
    maxNetworkRetries: retriesMax,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: "Generative Media Engine" },
  });
}

/** Translates failures of the connection and of Stripe itself to `billing_unavailable`; other errors are bugs. */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (isOutage(cause)) throw new AppError("billing_unavailable", { cause });
    throw cause;
  }
}

/** Kinds of errors of the client: https://docs.stripe.com/api/errors */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !("type" in error)) return false;
  return (
    error.type === "StripeConnectionError" ||
    error.type === "StripeAPIError" ||
    error.type === "StripeRateLimitError" ||
    error.type === "StripeAuthenticationError" ||
    error.type === "StripePermissionError"
  );
}

/** Returns the id of an object that Stripe sends as an id or in full. */
export function idOf(given: string | { readonly id: string } | null | undefined): string | null {
  return typeof given === "object" && given !== null ? given.id : (given ?? null);
}

/** Stripe's times are in seconds. */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1_000);
}

export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
