import { z } from "zod";

import type { ApiSettings } from "#api/dependencies.ts";
import { defineRoute } from "#api/http/route.ts";
import {
  findWebhookProvider,
  readChallenge,
  webhookBytesMax,
} from "#api/provider-webhooks/webhook-providers.ts";
import { hasOrganizationKey, recordProviderEvent } from "#db/providers/provider-events.ts";
import { AppError } from "#domain/errors.ts";
import { callbackSecretOf, openCallbackToken } from "#runtime/provider-callback.ts";

export const receiveProviderWebhook = defineRoute({
  method: "post",
  path: "/provider-webhooks/{provider_slug}/{token}",
  operationId: "receiveProviderWebhook",
  summary: "Receive a webhook for one provider request",
  description:
    "For providers: the URL is sent with one request and is valid only for that request. A webhook only " +
    "triggers a poll of the provider. 204 means that the webhook was stored or reports nothing new.",
  tags: ["Providers"],
  access: "public",
  gate: "callback",
  hidesPath: true,
  bodyBytesMax: webhookBytesMax,
  params: z.object({
    provider_slug: z.string().min(1).max(100),
    token: z.string().min(1).max(200),
  }),
  body: z.looseObject({}),
  takesBytes: true,
  status: 204,
  response: z.undefined(),
  alternative: {
    status: 200,
    description: "The echoed challenge, with which a provider verifies the endpoint.",
    response: z.object({ challenge: z.string() }),
  },
  errors: ["callback_unknown", "callback_signature_invalid"],
  checkPath: openPath,
  async handle({ params, bytes, request }, { em, settings, keySets, now, onOutbox }) {
    const { provider_slug: providerSlug } = params;
    const { provider, submissionId, secret } = openPath(params, settings);
    const challenge = provider.challenges ? readChallenge(bytes) : null;
    if (challenge !== null) return { alternative: { challenge } };

    const webhook = { header: request.header, body: bytes };
    const isSigned = await provider.verify(webhook, {
      secret: callbackSecretOf(submissionId, secret),
      hasOrganizationKey: await hasOrganizationKey(em, submissionId),
      settings: settings.providerSettings,
      keySets,
      now: now(),
    });
    if (isSigned === false) throw new AppError("callback_signature_invalid");

    const isNews = await recordProviderEvent(em, {
      ...provider.read(webhook),
      providerSlug,
      submissionId,
      isSigned: isSigned === true,
    });
    if (isNews === null) throw new AppError("callback_unknown");
    if (isNews) onOutbox();
    return undefined;
  },
});

/**
 * Throws `callback_unknown` unless the token is valid and the provider sends webhooks to URLs per request.
 */
function openPath(
  { provider_slug: slug, token }: { provider_slug: string; token: string },
  { signingSecrets }: Pick<ApiSettings, "signingSecrets">,
) {
  const provider = findWebhookProvider(slug);
  const opened = openCallbackToken(token, signingSecrets);
  if (provider === undefined || provider.accountSecret !== undefined || opened === null) {
    throw new AppError("callback_unknown");
  }
  return { provider, ...opened };
}
