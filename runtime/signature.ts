import { createHmac, timingSafeEqual } from "node:crypto";

interface SignatureLength {
  /** Bytes of the signature; 32 is all of SHA-256. */
  readonly bytes?: number;
}

/** Signs a text with HMAC-SHA256. Returns the signature in base64url. */
export function signText(
  text: string,
  secret: string,
  { bytes = 32 }: SignatureLength = {},
): string {
  return createHmac("sha256", secret)
    .update(text)
    .digest()
    .subarray(0, bytes)
    .toString("base64url");
}

/**
 * Returns the secret that has signed a text: one of several while a secret is replaced. Null for a forged signature. Compares in
 * constant time.
 */
export function findSigningSecret(
  text: string,
  signature: string,
  { secrets, ...length }: SignatureLength & { readonly secrets: readonly string[] },
): string | null {
  const given = Buffer.from(signature);
  const isSigner = (secret: string) =>
    isSameBytes(given, Buffer.from(signText(text, secret, length)));
  return secrets.find(isSigner) ?? null;
}

/** Compares in constant time for one length of `expected`. */
export function isSameBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
