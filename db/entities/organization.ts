import { defineEntity, p } from "@mikro-orm/core";

import type { Role } from "#domain/accounts/permission.ts";

/** Open until it is accepted, withdrawn or expired. The mailed token is stored as a hash only. */
const InvitationSchema = defineEntity({
  name: "Invitation",
  tableName: "invitations",
  indexes: [{ name: "invitations_list_index", properties: ["organizationId", "id"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    /** In lower case, as accounts have theirs. */
    email: p.text(),
    role: p.text().$type<Role>(),
    tokenHash: p.blob().unique(),
    invitedBy: p.text(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
    acceptedBy: p.text().nullable(),
    withdrawnAt: p.datetime().nullable(),
  },
});
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);

/** Requests of a day (`2026-11-21`, UTC) by who made them; the key is empty for a person's token. */
const RequestUsageSchema = defineEntity({
  name: "RequestUsage",
  tableName: "request_usage",
  properties: {
    organizationId: p.text().primary(),
    day: p.text().primary(),
    accountId: p.text().primary(),
    apiKeyId: p.text().primary(),
    requests: p.integer(),
  },
});
export class RequestUsage extends RequestUsageSchema.class {}
RequestUsageSchema.setClass(RequestUsage);

/** What a key has held in a month and not given back; kept by the trigger of the ledger. */
const ApiKeySpendingSchema = defineEntity({
  name: "ApiKeySpending",
  tableName: "api_key_spending",
  properties: {
    apiKeyId: p.text().primary(),
    period: p.text().primary(),
    credits: p.integer(),
  },
});
export class ApiKeySpending extends ApiKeySpendingSchema.class {}
ApiKeySpendingSchema.setClass(ApiKeySpending);

type OrganizationEventType =
  | "credits.low"
  | "budget.alert"
  | "key.rotation_due"
  | "webhook.disabled";

/** Something that an organization is told about, once for each subject. */
const OrganizationEventSchema = defineEntity({
  name: "OrganizationEvent",
  tableName: "organization_events",
  indexes: [{ name: "organization_events_list_index", properties: ["organizationId", "id"] }],
  uniques: [
    {
      name: "organization_events_subject_unique",
      properties: ["organizationId", "type", "subject"],
    },
  ],
  properties: {
    id: p.bigint().primary().autoincrement(),
    organizationId: p.text(),
    type: p.text().$type<OrganizationEventType>(),
    /** What it is about: a month, a month and a percentage, or a key and when it was made. */
    subject: p.text(),
    data: p.json<Record<string, unknown>>(),
    /** When the owners' mails were written; of what they are not mailed about it stays null. */
    mailedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class OrganizationEvent extends OrganizationEventSchema.class {}
OrganizationEventSchema.setClass(OrganizationEvent);

/** A key of a provider that an organization has brought itself; at most one of a provider is not removed. */
const OrganizationProviderKeySchema = defineEntity({
  name: "OrganizationProviderKey",
  tableName: "organization_provider_keys",
  uniques: [
    {
      name: "organization_provider_keys_owner_unique",
      properties: ["id", "organizationId", "providerSlug"],
    },
  ],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    providerSlug: p.text(),
    /** By the vault, bound to the row; null when the key was removed and nothing needs it any more. */
    sealed: p.blob().nullable().lazy(),
    /** Its last characters, of a key that is long enough. */
    last4: p.text().nullable(),
    setAt: p.datetime().defaultRaw("now()"),
    setBy: p.text(),
    removedAt: p.datetime().nullable(),
  },
});
export class OrganizationProviderKey extends OrganizationProviderKeySchema.class {}
OrganizationProviderKeySchema.setClass(OrganizationProviderKey);
