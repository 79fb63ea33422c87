import { createHash, type KeyObject } from "node:crypto";

import { z } from "zod";

import { isStorable } from "#api/http/read-json-body.ts";
import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { baseUrlSetting } from "#catalog/provider-settings.ts";
import type { ProviderNews } from "#domain/providers/provider-event.ts";
import { checkJsonShape } from "#runtime/json-shape.ts";

import { hasSecret, isSignedBody, isSignedWithTime, isStandardWebhook } from "./hmac-signature.ts";
import type { KeySets } from "./key-sets.ts";
import { isSignedByKey, type KeySignatureHeaders } from "./key-signature.ts";
import type { ReceivedWebhook } from "./received-webhook.ts";

/** Context for the verification of a signature. */
export interface WebhookContext {
  /** Secret of the submission that the URL belongs to; null for the URL of an account. */
  readonly secret: string | null;
  /** True when the request used an organization-provided key: the secret of that account is unknown here. */
  readonly hasOrganizationKey: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly keySets: KeySets;
  readonly now: Date;
}

/** Large enough for a webhook that contains a whole result. */
export const webhookBytesMax = 1_048_576;

interface WebhookProvider {
  /**
   * Setting with the webhook secret, for a provider that sends all webhooks of an account to one URL
   * configured in its console instead of a URL per request.
   */
  readonly accountSecret: string | undefined;
  /** True when the provider sends a challenge to the URL, to be echoed, before the first webhook. */
  readonly challenges: boolean;
  /** Verifies the signature; null when there is no secret to verify it with. */
  verify(webhook: ReceivedWebhook, context: WebhookContext): Promise<boolean | null>;
  read(webhook: ReceivedWebhook): ProviderNews;
}

/** Providers whose webhooks are accepted, by slug. Their adapters decide whether to request webhooks. */
const webhookProviders: ReadonlyMap<string, WebhookProvider> = new Map(
  (providers as readonly ProviderDefinition[]).flatMap((provider) => {
    const accepted = acceptedBy(provider);
    return accepted === undefined ? [] : [[provider.slug, toWebhookProvider(provider, accepted)]];
  }),
);

export function findWebhookProvider(slug: string): WebhookProvider | undefined {
  return webhookProviders.get(slug);
}

type Accepted = NonNullable<NonNullable<ProviderDefinition["webhook"]>["accepted"]>;

/** Callback URLs name the provider, so its main API and its services share one format. */
function acceptedBy({ webhook, services = {} }: ProviderDefinition): Accepted | undefined {
  return [webhook, ...Object.values(services).map((service) => service.webhook)].find(
    (each) => each?.accepted !== undefined,
  )?.accepted;
}

function toWebhookProvider(
  { slug }: ProviderDefinition,
  { verify, ofAccount = false, challenges = false, fields }: Accepted,
): WebhookProvider {
  return {
    accountSecret: ofAccount && "setting" in verify ? verify.setting : undefined,
    challenges,
    verify: verifierOf(slug, verify),
    read: readBody(fields),
  };
}

function verifierOf(slug: string, signature: Accepted["verify"]): WebhookProvider["verify"] {
  switch (signature.scheme) {
    case "none":
      return async () => null;
    case "body":
      return async (webhook, { secret }) =>
        secret === null ? null : isSignedBody(webhook, { name: signature.header, secret });
    case "header":
      return async (webhook, { secret }) =>
        secret === null ? null : hasSecret(webhook, { name: signature.header, secret });
    case "timestamp":
      return withSecret(signature.setting, (webhook, secret, now) =>
        isSignedWithTime(webhook, {
          name: signature.header,
          version: signature.version,
          secret,
          now,
        }),
      );
    case "standard":
      return withSecret(signature.setting, (webhook, secret, now) =>
        isStandardWebhook(webhook, { secret, now }),
      );
    case "key-set":
      return withKeys(signature.headers, (settings) => {
        const { pathname } = new URL(signature.url);
        return new URL(pathname, settings[baseUrlSetting(slug)] ?? signature.url).toString();
      });
  }
}

function withSecret(
  setting: string,
  check: (webhook: ReceivedWebhook, secret: string, now: Date) => boolean,
): WebhookProvider["verify"] {
  return async (webhook, { settings, hasOrganizationKey, now }) => {
    const secret = hasOrganizationKey ? undefined : settings[setting];
    return secret === undefined ? null : check(webhook, secret, now);
  };
}

function withKeys(
  names: KeySignatureHeaders,
  addressOf: (settings: Readonly<Record<string, string>>) => string,
): WebhookProvider["verify"] {
  return async (webhook, { settings, keySets, now }) => {
    const address = addressOf(settings);
    const isSigned = (keys: readonly KeyObject[]) => isSignedByKey(webhook, { names, keys, now });
    // A signature by an unknown key may be from a new key.
    return (
      isSigned(await keySets.find(address)) ||
      isSigned(await keySets.find(address, { fresh: true }))
    );
  };
}

const wordSchema = z.string().min(1).max(200).refine(isStorable);

/**
 * Reads the first present field of each list; a dot separates the names of a path. Never refuses a body:
 * unreadable values are null. Standard Webhooks carry an ID per delivery; other webhooks are identified by
 * the hash of their bytes, which is the same when they are sent again.
 */
function readBody(paths: Accepted["fields"]): WebhookProvider["read"] {
  return ({ header, body }) => {
    const value = parse(body);
    const first = (fields: readonly string[]) =>
      fields.map((field) => wordSchema.safeParse(at(value, field)).data).find(Boolean) ?? null;
    const named = wordSchema.safeParse(header("webhook-id")).data;
    return {
      eventId: named ?? createHash("sha256").update(body).digest("hex"),
      requestId: first(paths.requestId),
      status: first(paths.status),
      token: paths.token === undefined ? null : first([paths.token]),
    };
  };
}

const challengeSchema = z.object({ challenge: z.string().min(1).max(1_000) });

/** Reads the challenge that a provider wants echoed; null for any other webhook. */
export function readChallenge(body: Buffer): string | null {
  return challengeSchema.safeParse(parse(body)).data?.challenge ?? null;
}

/** Limits of a webhook that repeats a result; a body beyond them would be slow to parse. */
const bodyLimits = { levelsMax: 64, fieldsMax: 1_000, valuesMax: 100_000 };

function parse(body: Buffer): unknown {
  const shape = checkJsonShape(bodyLimits);
  shape.scan(body);
  if (shape.problem() !== null) return null;
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

function at(value: unknown, field: string): unknown {
  let inner = value;
  for (const name of field.split(".")) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, name))
      return undefined;
    inner = (inner as Record<string, unknown>)[name];
  }
  return inner;
}
