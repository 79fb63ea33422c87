import { createHmac, timingSafeEqual } from "node:crypto";

/** Webhook URL of one submission, with the signing secret for providers that accept one. */
export interface ProviderCallback {
  readonly url: string;
  readonly secret: string;
  /** Last part of the URL, for a provider that sends all webhooks to one URL and echoes this token. */
  readonly token: string;
}

/**
 * Creates the webhook URL for one request to a provider. The URL is signed and names the submission: only a
 * party that received it from the engine knows it.
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

/**
 * Returns the submission of a callback token with the secret that signed the token; null for a forged token. Compares in
 * constant time.
 */
export function openCallbackToken(
  token: string,
  secrets: readonly string[],
): { submissionId: string; secret: string } | null {
  const [submissionId = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature);
  const secret = secrets.find((one) => {
    const expected = Buffer.from(signatureOf(submissionId, one));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return secret === undefined ? null : { submissionId, secret };
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
