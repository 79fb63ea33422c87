import type { Config } from "#config.ts";
import type { RotatingSecret } from "#runtime/secrets.ts";

import type { ApiSettings } from "./dependencies.ts";

/** Enough for a person who is setting up a client, too few for guessing. */
const anonymousRequestsPerHour = 600;
/** Enough for a gallery of many images, or a player that reads a video in ranges. */
const downloadsPerHour = 20_000;

export function toApiSettings(
  config: Config,
  { current: signingSecret, others }: RotatingSecret,
): ApiSettings {
  return {
    publicUrl: config.publicUrl,
    isTracing: config.tracing !== null,
    signingSecret,
    signingSecrets: [signingSecret, ...others],
    outputUrlSeconds: config.OUTPUT_URL_SECONDS,
    frontendUrls: config.FRONTEND_URLS,
    registration: config.REGISTRATION,
    accountGraceDays: config.ACCOUNT_GRACE_DAYS,
    identityProviders: config.identityProviders,
    trustProxy: config.TRUST_PROXY,
    providerSettings: config.providerSettings,
    anonymousRequestsPerHour,
    downloadsPerHour,
    connectionsOfAddressMax: config.TRUST_PROXY ? null : config.CONNECTIONS_PER_ADDRESS,
    inputBytesMax: config.INPUT_BYTES_MAX,
    allowPrivateInputs: config.ALLOW_PRIVATE_INPUTS,
    allowPrivateWebhooks: config.ALLOW_PRIVATE_WEBHOOKS,
    oauthDynamicRegistration: config.OAUTH_DYNAMIC_REGISTRATION,
    mcpConfirmCredits: config.MCP_CONFIRM_CREDITS,
    hasPreviews: config.PREVIEWS === "on",
    openaiAliases: config.OPENAI_DOOR_ALIASES === "on",
    relayBacklogMax: config.RELAY_BACKLOG_MAX,
    hasLanguageModel: config.LLM_MODEL !== undefined,
    eventStreamsMax: config.EVENT_STREAMS_MAX,
    eventStreamsOfOrganizationMax: config.EVENT_STREAMS_PER_ORGANIZATION,
    eventStreamsOfPersonMax: config.EVENT_STREAMS_PER_PERSON,
    abuseEmail: config.ABUSE_EMAIL ?? null,
    buildId: config.BUILD_ID ?? null,
    temporalUi:
      config.TEMPORAL_UI_URL === undefined
        ? null
        : {
            url: config.TEMPORAL_UI_URL,
            namespace: config.TEMPORAL_NAMESPACE,
            maintenanceNamespace: config.maintenanceNamespace,
          },
  };
}
