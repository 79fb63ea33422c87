import { enqueueEmail } from "#db/email/emails.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import type { EmailedApiKey } from "#domain/notifications/email.ts";

/**
 * Notifies a person by email that their password was changed, in the transaction of `em`. The email lists
 * their API keys, which stay valid: an intruder who knew the previous password may have created one.
 */
export async function emailPasswordChanged(
  em: EntityManager,
  vault: Vault,
  { to, accountId, now }: { to: string; accountId: string; now: Date },
): Promise<void> {
  const content = {
    template: "password_changed",
    ...(await listWorkingKeys(em, accountId, now)),
  } as const;
  await enqueueEmail(em, vault, { to, accountId, organizationId: null, content, now });
}

/** The email states the number of unlisted keys. */
const listedKeysMax = 20;

/** Lists the newest valid keys and counts the others. */
async function listWorkingKeys(
  em: EntityManager,
  accountId: string,
  now: Date,
): Promise<{ apiKeys: EmailedApiKey[]; moreApiKeys: number }> {
  const rows = await em.execute<(EmailedApiKey & { total: number })[]>(
    `select k.name, k.last4, count(*) over ()::int as total from api_keys k
     join memberships m on m.organization_id = k.organization_id and m.account_id = k.account_id
     where k.account_id = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > ?)
     order by k.id desc limit ?`,
    [accountId, now, listedKeysMax],
  );
  return {
    apiKeys: rows.map(({ name, last4 }) => ({ name, last4 })),
    moreApiKeys: (rows[0]?.total ?? 0) - rows.length,
  };
}
