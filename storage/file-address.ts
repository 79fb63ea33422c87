import { signFileAddress } from "./signed-address.ts";

/**
 * URLs change this many times within their lifetime, so that a job's response and its ETag stay the same in
 * between.
 */
const changesPerLife = 4;

export interface AddressSettings {
  readonly publicUrl: string;
  readonly signingSecret: string;
  readonly outputUrlSeconds: number;
}

/**
 * Creates a signed URL with its expiry: at most `outputUrlSeconds` ahead, at least three quarters of that.
 */
export function createFileAddress(
  { fileId, keptUntil }: { fileId: string; keptUntil: Date },
  { publicUrl, signingSecret, outputUrlSeconds }: AddressSettings,
  now: Date,
): { url: string; expiresAt: Date } {
  const step = Math.max(1, Math.floor(outputUrlSeconds / changesPerLife));
  const nowSeconds = Math.floor(now.getTime() / 1_000);
  const expires = Math.min(
    Math.floor(nowSeconds / step) * step + outputUrlSeconds,
    Math.floor(keptUntil.getTime() / 1_000),
  );
  return {
    url: signFileAddress({ fileId, expires }, { publicUrl, secret: signingSecret }),
    expiresAt: new Date(expires * 1_000),
  };
}
