import { createHash, createPublicKey, verify, type KeyObject } from "node:crypto";

import { z } from "zod";

import { isOfNow, type ReceivedWebhook } from "./received-webhook.ts";

const keySetSchema = z.object({
  keys: z
    .array(z.object({ kty: z.string(), crv: z.string().optional(), x: z.string().optional() }))
    .max(50),
});

/** Reads the Ed25519 keys of a JSON Web Key Set and skips others. Throws when it is not a key set. */
export function toPublicKeys(keySet: unknown): KeyObject[] {
  return keySetSchema.parse(keySet).keys.flatMap(({ kty, crv, x }) => {
    if (kty !== "OKP" || crv !== "Ed25519" || x === undefined) return [];
    return [createPublicKey({ key: { kty, crv, x }, format: "jwk" })];
  });
}

/** Names of the four headers. */
export interface KeySignatureHeaders {
  readonly requestId: string;
  readonly userId: string;
  readonly timestamp: string;
  readonly signature: string;
}

/**
 * Verifies a signature by one of the keys: Ed25519, in hex, of the lines request ID, account ID, Unix seconds
 * and SHA-256 of the body in hex.
 */
export function isSignedByKey(
  { header, body }: ReceivedWebhook,
  { names, keys, now }: { names: KeySignatureHeaders; keys: readonly KeyObject[]; now: Date },
): boolean {
  const [requestId, userId, timestamp, hex] = [
    names.requestId,
    names.userId,
    names.timestamp,
    names.signature,
  ].map((name) => header(name) ?? "");
  if (!requestId || !timestamp || !isOfNow(timestamp, now)) return false;
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const message = Buffer.from([requestId, userId, timestamp, bodyHash].join("\n"));
  const signature = Buffer.from(hex ?? "", "hex");
  return signature.length === 64 && keys.some((key) => verify(null, message, key, signature));
}
