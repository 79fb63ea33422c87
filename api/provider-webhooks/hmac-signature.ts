import { createHmac } from "node:crypto";

import { isSameBytes } from "#runtime/signature.ts";

import { isOfNow, type ReceivedWebhook } from "./received-webhook.ts";

/**
 * Returns true when one of the signatures is valid, compared in constant time. Hashes the message once: a
 * header has room for thousands of signatures.
 */
function isAnyDigest(
  given: readonly string[],
  { key, message, encoding }: { key: string | Buffer; message: Buffer; encoding: "hex" | "base64" },
): boolean {
  const expected = createHmac("sha256", key).update(message).digest();
  return given.some((signature) => isSameBytes(Buffer.from(signature, encoding), expected));
}

/**
 * Verifies `sha256=<hex>`, HMAC-SHA256 of the body. It has no timestamp, so only the event itself identifies a
 * replay.
 */
export function isSignedBody(
  { header, body }: ReceivedWebhook,
  { name, secret }: { name: string; secret: string },
): boolean {
  const [scheme, hex = ""] = (header(name) ?? "").split("=");
  return scheme === "sha256" && isAnyDigest([hex], { key: secret, message: body, encoding: "hex" });
}

/** Verifies a header that repeats the secret. Compares digests, whose length does not depend on the header. */
export function hasSecret(
  { header }: ReceivedWebhook,
  { name, secret }: { name: string; secret: string },
): boolean {
  const digest = (text: string) => createHmac("sha256", secret).update(text).digest();
  return isSameBytes(digest(header(name) ?? ""), digest(secret));
}

/** Verifies `t=<Unix seconds>,<version>=<hex>`, HMAC-SHA256 of `t.body`. */
export function isSignedWithTime(
  { header, body }: ReceivedWebhook,
  { name, version, secret, now }: { name: string; version: "v0" | "v1"; secret: string; now: Date },
): boolean {
  const parts = (header(name) ?? "").split(",").map((part) => part.trim());
  const timestamp = parts.find((part) => part.startsWith("t="))?.slice(2) ?? "";
  if (!isOfNow(timestamp, now)) return false;
  const message = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
  const signatures = parts
    .filter((part) => part.startsWith(`${version}=`))
    .map((part) => part.slice(3));
  return isAnyDigest(signatures, { key: secret, message, encoding: "hex" });
}

/**
 * Verifies Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp` and
 * `webhook-signature: v1,<base64> …`, HMAC-SHA256 of `id.timestamp.body`. The secret is base64 after
 * `whsec_`. During a rotation, the header has a signature for each secret.
 */
export function isStandardWebhook(
  { header, body }: ReceivedWebhook,
  { secret, now }: { secret: string; now: Date },
): boolean {
  const id = header("webhook-id") ?? "";
  const timestamp = header("webhook-timestamp") ?? "";
  if (id === "" || !isOfNow(timestamp, now)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (key.length === 0) return false;
  const message = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const signatures = (header("webhook-signature") ?? "")
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => part.slice(3));
  return isAnyDigest(signatures, { key, message, encoding: "base64" });
}
