import type { EntityManager } from "#db/orm.ts";

export interface WebhookGauges {
  /** Undelivered deliveries that are still retried. */
  readonly pending: number;
  /** Age of the oldest pending delivery, in seconds. */
  readonly oldestSeconds: number;
  /** Seconds since the most overdue attempt was due. */
  readonly overdueSeconds: number;
  /** Failed attempts of the last hour. */
  readonly failedAttempts: number;
  /** Endpoints that were disabled because they kept failing or responded that they are gone. */
  readonly disabled: number;
}

/** Measures the values behind the alerts; partial indexes keep the cost independent of table sizes. */
export async function measureWebhooks(em: EntityManager): Promise<WebhookGauges> {
  const [row] = await em.execute<WebhookGauges[]>(
    `select count(*)::int as pending,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
       greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8 as "overdueSeconds",
       (select count(*)::int from webhook_attempts
         where error is not null and started_at > now() - interval '1 hour') as "failedAttempts",
       (select count(*)::int from webhook_endpoints
         where disabled_reason in ('failing', 'gone') and deleted_at is null) as disabled
     from webhook_deliveries where state = 'pending' and next_attempt_at is not null`,
  );
  if (row === undefined) throw new Error("expected a count");
  return row;
}
