import { z } from "zod";

import type { ApiSettings } from "#api/dependencies.ts";
import { defineRoute } from "#api/http/route.ts";
import { findWebhookProvider, webhookBytesMax } from "#api/provider-webhooks/webhook-providers.ts";
import { findAcceptedSubmission, recordProviderEvent } from "#db/providers/provider-events.ts";
import { AppError } from "#domain/errors.ts";
import { openCallbackToken } from "#runtime/provider-callback.ts";

export const receiveAccountWebhook = defineRoute({
  method: "post",
  path: "/provider-webhooks/{provider_slug}",
  operationId: "receiveAccountWebhook",
  summary: "Receive an account webhook from a provider",
  description:
    "For providers that sign webhooks configured for the whole account. A webhook only triggers a poll " +
    "of the provider. 204 means that the webhook was stored, reports nothing new, or concerns an " +
    "unknown or finished request.",
  tags: ["Providers"],
  access: "public",
  gate: "callback",
  bodyBytesMax: webhookBytesMax,
  params: z.object({ provider_slug: z.string().min(1).max(100) }),
  body: z.looseObject({}),
  takesBytes: true,
  status: 204,
  response: z.undefined(),
  errors: ["callback_unknown", "callback_signature_invalid"],
  checkPath: findAccountProvider,
  async handle({ params, bytes, request }, { em, settings, keySets, now, onOutbox }) {
    const { provider_slug: providerSlug } = params;
    const provider = findAccountProvider(params, settings);
    const webhook = { header: request.header, body: bytes };
    const isSigned = await provider.verify(webhook, {
      secret: null,
      hasOrganizationKey: false,
      settings: settings.providerSettings,
      keySets,
      now: now(),
    });
    // The URL is public knowledge, so only the signature authenticates the sender.
    if (isSigned !== true) throw new AppError("callback_signature_invalid");

    const news = provider.read(webhook);
    const { requestId, token } = news;
    const submissionId =
      (token === null ? null : openCallbackToken(token, settings.signingSecrets)?.submissionId) ??
      (requestId === null ? null : await findAcceptedSubmission(em, { providerSlug, requestId }));
    // Accepts webhooks of unknown requests: other systems may use the account, and after a refusal the
    // provider would retry for days.
    if (submissionId === null) return undefined;
    const told = { ...news, providerSlug, submissionId, isSigned };
    if ((await recordProviderEvent(em, told)) === true) onOutbox();
    return undefined;
  },
});

/** Throws `callback_unknown` unless webhooks of the provider's account are configured. */
function findAccountProvider(
  { provider_slug: slug }: { provider_slug: string },
  { providerSettings }: Pick<ApiSettings, "providerSettings">,
) {
  const provider = findWebhookProvider(slug);
  const secret = provider?.accountSecret;
  if (provider === undefined || secret === undefined || providerSettings[secret] === undefined) {
    throw new AppError("callback_unknown");
  }
  return provider;
}
