import { defineEntity, p } from "@mikro-orm/core";

import type { Role } from "#domain/accounts/permission.ts";

/** Open until accepted, withdrawn or expired. Only the hash of the emailed token is stored. */
const InvitationSchema = defineEntity({
  name: "Invitation",
  tableName: "invitations",
  indexes: [{ name: "invitations_list_index", properties: ["organizationId", "id"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    /** In lower case, like the email addresses of accounts. */
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

/** Requests per day (`2026-11-21`, UTC) and caller; the API key is empty for a person's token. */
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

/** Credits that a key has held in a month and not released; maintained by the ledger's trigger. */
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

/** An event that an organization is notified of, once per subject. */
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
    /**
     * A month, a month and a percentage, a key and its rotation date, or a webhook and the time of disabling.
     */
    subject: p.text(),
    data: p.json<Record<string, unknown>>(),
    /** Time at which the owners' emails were queued; stays null for events without an email. */
    mailedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class OrganizationEvent extends OrganizationEventSchema.class {}
OrganizationEventSchema.setClass(OrganizationEvent);

/** An organization-provided key; at most one active key per provider. */
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
    /** Sealed by the vault and bound to the row; null once the key is removed and no request needs it. */
    sealed: p.blob().nullable().lazy(),
    /** Last four characters; null for a short key. */
    last4: p.text().nullable(),
    setAt: p.datetime().defaultRaw("now()"),
    setBy: p.text(),
    removedAt: p.datetime().nullable(),
  },
});
export class OrganizationProviderKey extends OrganizationProviderKeySchema.class {}
OrganizationProviderKeySchema.setClass(OrganizationProviderKey);
