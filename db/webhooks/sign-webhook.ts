import { createHmac } from "node:crypto";

import { webhookHeaders } from "#domain/notifications/webhook.ts";

import type { Sending } from "./webhook-attempts.ts";

/**
 * Returns the header `webhook-signature` (Standard Webhooks, "Signature scheme"), with one signature for each
 * secret.
 */
export function signWebhook({
  eventId,
  startedAt,
  body,
  secrets,
}: Pick<Sending, "eventId" | "startedAt" | "secrets"> & { readonly body: string }): string {
  const timestamp = webhookHeaders({ eventId, startedAt })["webhook-timestamp"];
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      const content = `${eventId}.${timestamp}.${body}`;
      return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    })
    .join(" ");
}
