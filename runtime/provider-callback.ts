import { findSigningSecret, signText } from "./signature.ts";

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
  const token = `${submissionId}.${signText(toText(submissionId), secret)}`;
  return {
    url: `${publicUrl}/provider-webhooks/${providerSlug}/${token}`,
    secret: callbackSecretOf(submissionId, secret),
    token,
  };
}

/**
 * Returns the submission of a callback token with the secret that signed the token; null for a forged token.
 */
export function openCallbackToken(
  token: string,
  secrets: readonly string[],
): { submissionId: string; secret: string } | null {
  const [submissionId = "", signature = ""] = token.split(".");
  const secret = findSigningSecret(toText(submissionId), signature, { secrets });
  return secret === null ? null : { submissionId, secret };
}

export function callbackSecretOf(submissionId: string, secret: string): string {
  return signText(`provider-callback-secret:${submissionId}`, secret);
}

function toText(submissionId: string): string {
  return `provider-callback:${submissionId}`;
}
