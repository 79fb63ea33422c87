import { createHash } from "node:crypto";

import { OauthRecord } from "#db/entities/oauth-record.ts";
import { giveBackKey } from "#db/organizations/manage-api-keys.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";

/** Grants that end in one transaction. */
const endedGrantsMax = 200;

export interface RecordName {
  /** Model of the authorization server, such as `RefreshToken`. */
  readonly kind: string;
  readonly id: string;
}

export type RecordPayload = Readonly<Record<string, unknown>>;

/** Stores a record; a second execution replaces the record by the same content. */
export async function saveRecord(
  em: EntityManager,
  { kind, id }: RecordName,
  {
    payload,
    expiresAt,
    keyId,
    accountId,
    userCode,
  }: {
    /** Must not contain the identifier. */
    readonly payload: RecordPayload;
    readonly expiresAt: Date;
    readonly keyId: string | null;
    readonly accountId: string | null;
    readonly userCode: string | null;
  },
): Promise<void> {
  const userCodeHash = userCode === null ? null : hashOf({ kind: "UserCode", id: userCode });
  const idHash = hashOf({ kind, id });
  const record = { idHash, kind, keyId, accountId, userCodeHash, payload, expiresAt };
  await em.upsert(OauthRecord, record, { onConflictFields: ["idHash"] });
}

/** Extends the life of a record, such as a client's that has been authorized again. */
export async function keepRecord(em: EntityManager, name: RecordName, until: Date): Promise<void> {
  const expiresAt = { $lt: until };
  await em.nativeUpdate(OauthRecord, { idHash: hashOf(name), expiresAt }, { expiresAt: until });
}

/**
 * Finds a record that has not expired. A record of a grant counts only while the grant's API key is valid and its creator
 * is a member, so that the end of either ends all tokens.
 */
export async function findRecord(
  em: EntityManager,
  { kind, id }: RecordName,
): Promise<{ payload: RecordPayload; keyId: string | null; isConsumed: boolean } | null> {
  const [row] = await em.execute<
    { payload: RecordPayload; key_id: string | null; is_consumed: boolean }[]
  >(
    `select r.payload, r.key_id, r.consumed_at is not null as is_consumed from oauth_records r
     where r.id_hash = ? and r.expires_at > now() and (r.key_id is null or exists (
       select 1 from api_keys k
       join memberships m on m.organization_id = k.organization_id and m.account_id = k.account_id
       where k.id = r.key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())))`,
    [hashOf({ kind, id })],
  );
  if (row === undefined) return null;
  return { payload: row.payload, keyId: row.key_id, isConsumed: row.is_consumed };
}

/** Marks a record as used. Returns false when it has been used before: of concurrent calls, one gets true. */
export async function consumeRecord(em: EntityManager, name: RecordName): Promise<boolean> {
  const isUnused = { idHash: hashOf(name), consumedAt: null };
  return (await em.nativeUpdate(OauthRecord, isUnused, { consumedAt: new Date() })) > 0;
}

export async function deleteRecord(em: EntityManager, name: RecordName): Promise<void> {
  await em.nativeDelete(OauthRecord, { idHash: hashOf(name) });
}

/** Deletes codes and tokens of a grant; the API key stays. */
export async function deleteRecordsOfKey(
  em: EntityManager,
  { keyId, kind }: { keyId: string; kind?: string },
): Promise<void> {
  await em.nativeDelete(OauthRecord, { keyId, ...(kind === undefined ? {} : { kind }) });
}

/** Payload of the request of a device, by the code that the person has entered; null when there is none to decide. */
export async function findDeviceRequest(
  em: EntityManager,
  userCode: string,
): Promise<RecordPayload | null> {
  const userCodeHash = hashOf({ kind: "UserCode", id: userCode });
  const found = await em.findOne(OauthRecord, {
    userCodeHash,
    consumedAt: null,
    keyId: null,
    expiresAt: { $gt: new Date() },
  });
  return found === null || "error" in found.payload ? null : found.payload;
}

/** Adds the person's decision to the request of a device. Returns false when it has been decided before, or has expired. */
export async function decideDeviceRequest(
  em: EntityManager,
  userCode: string,
  {
    decision,
    keyId,
    accountId,
  }: { decision: RecordPayload; keyId: string | null; accountId: string | null },
): Promise<boolean> {
  const rows = await em.execute<{ kind: string }[]>(
    `update oauth_records set payload = payload || ?::jsonb, key_id = ?, account_id = ?
     where user_code_hash = ? and key_id is null and payload->>'error' is null and expires_at > now()
     returning kind`,
    [JSON.stringify(decision), keyId, accountId, hashOf({ kind: "UserCode", id: userCode })],
  );
  return rows.length > 0;
}

/** Number of records of a kind, such as registered clients. */
export async function countRecords(em: EntityManager, kind: string): Promise<number> {
  return em.count(OauthRecord, { kind });
}

/**
 * Ends grants whose codes and tokens have all expired, with their API keys: a program that does not come back leaves no
 * key. Returns the number of ended grants; a repeated call ends the next ones.
 */
export async function endUnusedGrants(em: EntityManager): Promise<number> {
  return em.transactional(async (tx) => {
    const ended = await tx.execute<{ key_id: string }[]>(
      `delete from oauth_records where id_hash in (
         select g.id_hash from oauth_records g
         where g.kind = 'Grant' and g.created_at < now() - interval '1 hour' and not exists (
           select 1 from oauth_records t
           where t.key_id = g.key_id and t.kind <> 'Grant' and t.expires_at > now())
         limit ${endedGrantsMax} for update skip locked)
       returning key_id`,
    );
    for (const { key_id: keyId } of ended) await giveBackKey(tx, { keyId, actor: {} });
    return ended.length;
  });
}

export const expiredOauthRecords = expiredRows(OauthRecord, (now) => ({ expiresAt: { $lt: now } }));

/** Codes and tokens have 258 random bits, so a fast hash without salt is sufficient; codes of people expire soon. */
function hashOf({ kind, id }: RecordName): string {
  return createHash("sha256").update(`${kind} ${id}`).digest("base64url");
}
