import type { EntityManager } from "#db/orm.ts";

export interface WebhookGauges {
  /** Deliveries that have not arrived and are tried on. */
  readonly pending: number;
  /** Age of the oldest of them, in seconds. */
  readonly oldestSeconds: number;
  /** How long the most overdue try has been due, in seconds. */
  readonly overdueSeconds: number;
  /** Tries of the last hour that failed. */
  readonly failedAttempts: number;
  /** Endpoints that were disabled because they failed or said that they are gone. */
  readonly disabled: number;
}

/** What the alarms stand on; partial indexes keep it cheap whatever the tables' sizes. */
export async function measureWebhooks(em: EntityManager): Promise<WebhookGauges> {
  const [row] = await em.execute<WebhookGauges[]>(
    `select count(*)::int as pending,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
       greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8 as "overdueSeconds",
       (select count(*)::int from webhook_attempts
         where error is not null and started_at > now() - interval '1 hour') as "failedAttempts",
       (select count(*)::int from webhook_endpoints
         where disabled_reason in ('failing', 'gone') and deleted_at is null) as disabled
     from webhook_deliveries where state = 'pending'`,
  );
  if (row === undefined) throw new Error("a count gave no row");
  return row;
}
