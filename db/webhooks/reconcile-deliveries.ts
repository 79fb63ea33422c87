import { WebhookDelivery } from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";
import type { PlanSlug } from "#domain/billing/plans.ts";

export interface StaleDelivery {
  readonly deliveryId: string;
  readonly runs: number;
  readonly organization: { readonly id: string; readonly plan: PlanSlug };
}

/**
 * Claims deliveries whose next attempt is overdue and that were not reconciled recently, longest overdue
 * first. Two reconcilers never get the same delivery. Deliveries whose start is still in the outbox are left
 * to the relay.
 */
export async function claimStaleDeliveries(
  em: EntityManager,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<StaleDelivery[]> {
  const rows = await em.execute<
    { id: string; runs: number; organization_id: string; plan: PlanSlug }[]
  >(
    `with stale as (
       select d.id from webhook_deliveries d
       where d.state = 'pending' and d.next_attempt_at < now() - make_interval(secs => ?)
         and d.reconciled_at < now() - make_interval(secs => ?)
         and not exists (
           select 1 from outbox o
           where o.subject_id in (d.id, d.event_id) and o.kind in ('webhook', 'webhook-event'))
       order by d.next_attempt_at limit ? for update skip locked),
     claimed as (
       update webhook_deliveries set reconciled_at = now() where id in (select id from stale)
       returning id, runs, organization_id)
     select c.id, c.runs, c.organization_id, o.plan
     from claimed c join organizations o on o.id = c.organization_id`,
    [seconds, seconds, limit],
  );
  return rows.map(({ id, runs, organization_id, plan }) => ({
    deliveryId: id,
    runs,
    organization: { id: organization_id, plan },
  }));
}

/**
 * Records the run that drives a delivery. Returns false when the delivery has ended, or another run drives
 * it.
 */
export async function beginRun(
  em: EntityManager,
  { deliveryId, runs }: { deliveryId: string; runs: number },
): Promise<boolean> {
  const begun = await em.nativeUpdate(
    WebhookDelivery,
    { id: deliveryId, runs: runs - 1, state: "pending" },
    { runs },
  );
  return begun === 1;
}
