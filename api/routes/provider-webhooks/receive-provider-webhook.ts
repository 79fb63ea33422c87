import { z } from "zod";

import { webhookProviders } from "#api/provider-webhooks/webhook-providers.ts";
import { isStorable } from "#api/read-json-body.ts";
import { defineRoute } from "#api/route.ts";
import { recordProviderEvent } from "#db/provider-events.ts";
import { AppError } from "#domain/errors.ts";
import { callbackSecretOf, openCallbackToken } from "#process/provider-callback.ts";

/** A provider may put a whole result into it. */
const bodyBytesMax = 1_048_576;

export const receiveProviderWebhook = defineRoute({
  method: "post",
  path: "/provider-webhooks/{provider_slug}/{token}",
  operationId: "receiveProviderWebhook",
  summary: "What a provider tells of a request",
  description:
    "For providers: the address comes with a request of ours and is good for that one. What is told is a " +
    "hint that makes us ask; an answer of 204 says that it is stored, or is no news.",
  tags: ["Providers"],
  access: "public",
  gate: "callback",
  hidesPath: true,
  bodyBytesMax,
  params: z.object({
    provider_slug: z.string().min(1).max(100),
    token: z.string().min(1).max(200),
  }),
  body: z.looseObject({}),
  takesBytes: true,
  status: 204,
  response: z.undefined(),
  errors: ["callback_unknown", "callback_signature_invalid"],
  async handle({ params, bytes, request }, { em, settings, keySets, now, onOutbox }) {
    const { provider_slug: providerSlug, token } = params;
    const provider = Object.hasOwn(webhookProviders, providerSlug)
      ? webhookProviders[providerSlug]
      : undefined;
    const submissionId = openCallbackToken(token, settings.signingSecret);
    if (provider === undefined || submissionId === null) throw new AppError("callback_unknown");

    const webhook = { header: request.header, body: bytes };
    const isSigned = await provider.verify(webhook, {
      secret: callbackSecretOf(submissionId, settings.signingSecret),
      settings: settings.providerSettings,
      keySets,
      now: now(),
    });
    if (isSigned === false) throw new AppError("callback_signature_invalid");

    const { eventId, requestId, status } = provider.read(webhook);
    const isNews = await recordProviderEvent(em, {
      providerSlug,
      submissionId,
      eventId,
      requestId: storable(requestId),
      status: storable(status),
      isSigned: isSigned === true,
    });
    if (isNews === null) throw new AppError("callback_unknown");
    if (isNews) onOutbox();
    return undefined;
  },
});

function storable(text: string | null): string | null {
  return text !== null && isStorable(text) ? text : null;
}
