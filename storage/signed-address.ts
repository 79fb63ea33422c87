import { findSigningSecret, signText } from "#runtime/signature.ts";

/**
 * Creates a URL that reads a file (an output, an asset, a job's input) without a credential until `expires`
 * (Unix seconds). The path is `/files/{fileId}`.
 */
export function signFileAddress(
  { fileId, expires }: { fileId: string; expires: number },
  { publicUrl, secret }: { publicUrl: string; secret: string },
): string {
  const signature = signText(toText(fileId, expires), secret);
  return `${publicUrl}/files/${fileId}?expires=${expires}&signature=${signature}`;
}

/** Verifies a signature by any of the secrets in constant time. An expired URL is as invalid as a forged one. */
export function isSignedFile(
  { fileId, expires, signature }: { fileId: string; expires: number; signature: string },
  { secrets, now }: { secrets: readonly string[]; now: Date },
): boolean {
  if (!Number.isSafeInteger(expires) || expires * 1000 < now.getTime()) return false;
  return findSigningSecret(toText(fileId, expires), signature, { secrets }) !== null;
}

/**
 * Returns the file of a signed URL of this engine, or null for any other URL. When a caller uses it as the
 * input of a job, the file is read from storage, not over the network.
 */
export function parseOwnAddress(
  address: string,
  { publicUrl, secrets, now }: { publicUrl: string; secrets: readonly string[]; now: Date },
): string | null {
  if (!address.startsWith(`${publicUrl}/files/`)) return null;
  const url = new URL(address);
  const fileId = url.pathname.split("/").at(-1) ?? "";
  const expires = Number(url.searchParams.get("expires"));
  const signature = url.searchParams.get("signature") ?? "";
  return isSignedFile({ fileId, expires, signature }, { secrets, now }) ? fileId : null;
}

function toText(fileId: string, expires: number): string {
  return `file:${fileId}:${expires}`;
}
