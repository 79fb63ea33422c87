import { BillingEvent } from "#db/entities/billing.ts";
import type { EntityManager } from "#db/orm.ts";
import { addToOutbox } from "#db/outbox.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import type { PaymentEvent } from "#domain/billing/payments.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

import { syncCustomer, type SyncDependencies } from "./sync-customer.ts";

/** Customers per maintenance turn. */
const subjectsMax = 20;
/** Events of one customer that one synchronization handles. */
const eventsMax = 500;
const retryMinutesMax = 60;
const keptDays = 35;

/** Stores an event once, and queues its synchronization in the same commit. Returns true when the event is new. */
export async function recordBillingEvent(
  em: EntityManager,
  { id, type, subject }: PaymentEvent,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const rows = await tx.execute<{ id: string }[]>(
      `insert into billing_events (id, type, subject) values (?, ?, ?) on conflict do nothing returning id`,
      [id, type, subject],
    );
    if (rows.length === 0) return false;
    await addToOutbox(tx, { kind: "billing-event", subjectId: id, organizationId: null });
    return true;
  });
}

/**
 * Synchronizes the customers of due events. An event is done only after its customer was read and written, so a process
 * that dies in between repeats both. A customer that fails is tried again later, and delays no other.
 */
export async function syncDueEvents(
  em: EntityManager,
  dependencies: SyncDependencies & {
    readonly onFailure: (error: unknown, subject: string) => void;
  },
): Promise<MaintenanceTurn> {
  const subjects = await em.execute<{ subject: string }[]>(
    `select subject from billing_events where done_at is null and due_at <= now()
     group by subject order by min(due_at) limit ?`,
    [subjectsMax],
  );
  let changed = 0;
  for (const { subject } of subjects) {
    const events = await em
      .fork()
      .find(BillingEvent, { subject, doneAt: null }, { limit: eventsMax });
    const ids = events.map(({ id }) => id);
    try {
      await syncSubject(em, subject, dependencies);
      await em.nativeUpdate(BillingEvent, { id: { $in: ids } }, { doneAt: new Date() });
      changed += ids.length;
    } catch (error) {
      dependencies.onFailure(error, subject);
      await em.execute(
        `update billing_events set attempts = attempts + 1,
           due_at = now() + make_interval(mins => least(${retryMinutesMax}, power(2, least(attempts, 6))::int))
         where id in (?)`,
        [ids],
      );
    }
  }
  return { changed, next: subjects.length < subjectsMax ? null : "more" };
}

async function syncSubject(
  em: EntityManager,
  subject: string,
  dependencies: SyncDependencies,
): Promise<void> {
  const customerId = subject.startsWith("cus_")
    ? subject
    : await dependencies.payments.findCustomerOfCharge(subject);
  if (customerId !== null) await syncCustomer(em, customerId, dependencies);
}

export const oldBillingEvents = expiredRows(BillingEvent, (now) => ({
  receivedAt: { $lt: new Date(now.getTime() - keptDays * 86_400_000) },
}));
