import { createHmac, timingSafeEqual } from "node:crypto";

/** Where a provider may send word of one submission, and what it signs with if it takes a secret. */
export interface ProviderCallback {
  readonly url: string;
  readonly secret: string;
  /** The end of the address, for a provider that sends word to one address of ours and repeats this. */
  readonly token: string;
}

/**
 * The address that a provider is given with one request. Only we can make it, and it names the
 * submission: whoever knows it was told by us.
 */
export function providerCallbackFor(
  { submissionId, providerSlug }: { submissionId: string; providerSlug: string },
  { publicUrl, secret }: { publicUrl: string; secret: string },
): ProviderCallback {
  const token = `${submissionId}.${signatureOf(submissionId, secret)}`;
  return {
    url: `${publicUrl}/provider-webhooks/${providerSlug}/${token}`,
    secret: callbackSecretOf(submissionId, secret),
    token,
  };
}

/** The submission that an address of ours is about; null for a forged one. Compared in constant time. */
export function openCallbackToken(token: string, secret: string): string | null {
  const [submissionId = "", signature = ""] = token.split(".");
  const expected = Buffer.from(signatureOf(submissionId, secret));
  const given = Buffer.from(signature);
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given);
  return isOurs ? submissionId : null;
}

export function callbackSecretOf(submissionId: string, secret: string): string {
  return digest(`provider-callback-secret:${submissionId}`, secret);
}

function signatureOf(submissionId: string, secret: string): string {
  return digest(`provider-callback:${submissionId}`, secret);
}

function digest(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}
