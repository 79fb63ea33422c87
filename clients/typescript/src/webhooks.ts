import type { Webhooks } from "./generated/types.ts";

/** Message of a webhook; `type` decides the fields of `data`. */
export type WebhookMessage = Webhooks["body"];

export interface VerifyOptions {
  /** Greatest age of a message. Default: 300 seconds. */
  readonly toleranceSeconds?: number | undefined;
  readonly now?: Date | undefined;
}

/** Headers of a request: of `fetch`, or the object of Node. */
export type ReceivedHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

const toleranceDefaultSeconds = 300;

/**
 * Returns the message if one of the secrets has signed it recently. `rawBody` is the body as received: a body that was
 * parsed and serialized again has another signature.
 */
export async function verify(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = toleranceDefaultSeconds, now = new Date() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  if (id === "" || !/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError("The request is not a webhook of the engine.");
  }
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(
      "The message is too old, or the clock of this machine is wrong.",
    );
  }
  const encoder = new TextEncoder();
  const body = typeof rawBody === "string" ? encoder.encode(rawBody) : rawBody;
  const signed = concatenate(encoder.encode(`${id}.${timestamp}.`), body);
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    const key = await importKey(secret);
    for (const signature of signatures) {
      const bytes = fromBase64(signature.replace(/^v1,/, ""));
      if (!signature.startsWith("v1,") || bytes === undefined) continue;
      // WebCrypto compares in constant time.
      if (!(await crypto.subtle.verify("HMAC", key, bytes, signed))) continue;
      return JSON.parse(new TextDecoder().decode(body)) as WebhookMessage;
    }
  }
  throw new WebhookVerificationError("No secret has signed the message.");
}

function headerOf(headers: ReceivedHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return String(Array.isArray(value) ? value[0] : (value ?? ""));
}

async function importKey(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0) {
    throw new WebhookVerificationError("The secret is malformed: expected whsec_… of the webhook.");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
