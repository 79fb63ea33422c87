import type { EntityManager } from "#db/orm.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

/** Keys per maintenance turn. */
const keyBatch = 500;

/**
 * Raises `key.rotation_due` for the next keys after an id whose value is due for rotation, once per value:
 * the event's subject contains the due date, which a rotation moves. Returns the number of raised events.
 */
export async function noteDueKeyRotations(
  em: EntityManager,
  { now, after }: { now: Date; after: string | null },
): Promise<MaintenanceTurn> {
  const due = await em.execute<{ id: string; is_new: boolean }[]>(
    `with due as (
       select k.id, k.organization_id, k.name, k.rotation_due_at,
         k.id || '/' || to_char(k.rotation_due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as subject
       from api_keys k
       where k.revoked_at is null and k.rotation_due_at <= ? and k.id > ?
         and (k.expires_at is null or k.expires_at > ?)
       order by k.id limit ?),
     raised as (
       insert into organization_events (organization_id, type, subject, data)
       select organization_id, 'key.rotation_due', subject,
         jsonb_build_object('keyId', id, 'name', name, 'rotationDueAt', rotation_due_at)
       from due on conflict (organization_id, type, subject) do nothing returning subject)
     select due.id, raised.subject is not null as is_new
     from due left join raised using (subject) order by due.id`,
    [now, after ?? "", now, keyBatch],
  );
  const changed = due.filter((key) => key.is_new).length;
  return { changed, next: due.length < keyBatch ? null : (due.at(-1)?.id ?? null) };
}
