import { OrganizationEvent } from "#db/entities/organization.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";
import type { TemplatedEmail } from "#domain/notifications/email.ts";
import type { DisabledReason } from "#domain/notifications/webhook.ts";

import { emailOwners } from "./email-owners.ts";

/** Events per maintenance turn. */
const eventBatch = 100;

interface EventToEmail {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly type: "credits.low" | "budget.alert" | "webhook.disabled";
  readonly data: Readonly<Record<"available" | "percent" | "budget" | "spent", number>> & {
    readonly webhookId: string;
    readonly host: string;
    readonly reason: Exclude<DisabledReason, "owner">;
  };
}

/**
 * Queues an email to every owner with a verified email address for the next events about credits or webhooks.
 * Marking the event and queuing the emails is one commit, so each event is emailed once. Returns the number
 * of events.
 */
export async function mailOrganizationEvents(
  em: EntityManager,
  { vault, now, after }: { vault: Vault; now: Date; after: string | null },
): Promise<MaintenanceTurn> {
  const events = await em.execute<EventToEmail[]>(
    `select e.id, e.organization_id, o.name, e.type, e.data
     from organization_events e join organizations o on o.id = e.organization_id
     where e.mailed_at is null and e.type in ('credits.low', 'budget.alert', 'webhook.disabled') and e.id > ?
     order by e.id limit ?`,
    [after ?? "0", eventBatch],
  );
  let changed = 0;
  for (const event of events) {
    const isMailed = await em.fork().transactional(async (tx) => emailEvent(tx, event, vault, now));
    changed += isMailed ? 1 : 0;
  }
  return { changed, next: events.length < eventBatch ? null : (events.at(-1)?.id ?? null) };
}

/** Returns false when another worker was first. */
async function emailEvent(
  em: EntityManager,
  event: EventToEmail,
  vault: Vault,
  now: Date,
): Promise<boolean> {
  const claim = { id: event.id, mailedAt: null };
  if ((await em.nativeUpdate(OrganizationEvent, claim, { mailedAt: now })) === 0) return false;
  const organizationId = event.organization_id;
  await emailOwners(em, vault, { organizationId, content: contentOf(event), now });
  return true;
}

function contentOf({ type, name: organizationName, data }: EventToEmail): TemplatedEmail {
  const { available, percent, budget, spent, webhookId, host, reason } = data;
  switch (type) {
    case "credits.low":
      return { template: "credits_low", organizationName, available };
    case "budget.alert":
      return { template: "budget_alert", organizationName, percent, budget, spent };
    case "webhook.disabled":
      return { template: "webhook_disabled", organizationName, webhookId, host, reason };
  }
}
