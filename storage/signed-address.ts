import { createHmac, timingSafeEqual } from "node:crypto";

/** Reads an output without a credential until `expires` (Unix seconds). The path is `/files/{outputId}`. */
export function signOutputAddress(
  { outputId, expires }: { outputId: string; expires: number },
  { publicUrl, secret }: { publicUrl: string; secret: string },
): string {
  const signature = signatureOf(outputId, expires, secret);
  return `${publicUrl}/files/${outputId}?expires=${expires}&signature=${signature}`;
}

/** Compared in constant time. An expired address is as wrong as a forged one. */
export function isSignedOutput(
  { outputId, expires, signature }: { outputId: string; expires: number; signature: string },
  { secret, now }: { secret: string; now: Date },
): boolean {
  if (!Number.isSafeInteger(expires) || expires * 1000 < now.getTime()) return false;
  const expected = Buffer.from(signatureOf(outputId, expires, secret));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * The output that one of our own signed addresses names, or null for any other address. A caller may
 * give it as the input of another job; it is then read from storage, not over the network.
 */
export function parseOwnAddress(
  address: string,
  { publicUrl, secret, now }: { publicUrl: string; secret: string; now: Date },
): string | null {
  if (!address.startsWith(`${publicUrl}/files/`)) return null;
  const url = new URL(address);
  const outputId = url.pathname.split("/").at(-1) ?? "";
  const expires = Number(url.searchParams.get("expires"));
  const signature = url.searchParams.get("signature") ?? "";
  return isSignedOutput({ outputId, expires, signature }, { secret, now }) ? outputId : null;
}

function signatureOf(outputId: string, expires: number, secret: string): string {
  return createHmac("sha256", secret).update(`output:${outputId}:${expires}`).digest("base64url");
}
