import { type Actor, recordAudit } from "#db/audit.ts";
import { ProviderSubmission } from "#db/entities/job.ts";
import { OrganizationProviderKey } from "#db/entities/organization.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { AppError } from "#domain/errors.ts";
import type { OrganizationKeys } from "#domain/providers/organization-key.ts";

/** New keys by provider, null to remove a key. Providers that are not listed keep their key. */
export type ProviderKeyChanges = Readonly<Record<string, string | null>>;

/** Minimum length for showing the last four characters; of a shorter key they would reveal too much. */
const shownLengthMin = 16;

/** Lists the active keys of an organization by provider, without their values. */
export async function listProviderKeys(
  em: EntityManager,
  organizationId: string,
): Promise<OrganizationProviderKey[]> {
  return em.find(
    OrganizationProviderKey,
    { organizationId, removedAt: null },
    { orderBy: { providerSlug: "asc" }, refresh: true },
  );
}

/** Returns the ids of an organization's active keys by provider, as routing needs them. */
export async function findOrganizationKeys(
  em: EntityManager,
  organizationId: string,
): Promise<OrganizationKeys> {
  const keys = await listProviderKeys(em, organizationId);
  return Object.fromEntries(keys.map(({ providerSlug, id }) => [providerSlug, id]));
}

/**
 * Sets, replaces and removes keys in the transaction of `em`. The caller must hold a lock on the
 * organization. The audit log records provider names only. Requests sent with a replaced key continue to use
 * it.
 */
export async function changeProviderKeys(
  em: EntityManager,
  {
    organizationId,
    accountId,
    changes,
    vault,
    actor,
  }: {
    organizationId: string;
    accountId: string;
    changes: ProviderKeyChanges;
    vault: Vault;
    actor: Actor;
  },
): Promise<void> {
  const known = await listProviderKeys(em, organizationId);
  for (const [provider, value] of Object.entries(changes)) {
    const former = known.find(({ providerSlug }) => providerSlug === provider);
    if (former === undefined && value === null) continue;
    if (former !== undefined) {
      await em.nativeUpdate(OrganizationProviderKey, former.id, { removedAt: new Date() });
    }
    const id = createId("providerKey");
    if (value !== null) {
      await em.insert(OrganizationProviderKey, {
        id,
        organizationId,
        providerSlug: provider,
        sealed: vault.seal(value, placeOfProviderKey(id)),
        last4: value.length < shownLengthMin ? null : value.slice(-4),
        setBy: accountId,
      });
    }
    await recordAudit(em, {
      ...actor,
      organizationId,
      action: value === null ? "provider_key.removed" : "provider_key.set",
      targetType: "provider_key",
      targetId: value === null && former !== undefined ? former.id : id,
      ...(former === undefined ? {} : { before: { provider } }),
      ...(value === null ? {} : { after: { provider } }),
    });
  }
}

/**
 * Decrypts a key for a call to its provider. A removed key stays usable for requests that were sent with it.
 * Throws `own_key_unusable`.
 */
export async function openProviderKey(
  em: EntityManager,
  keyId: string,
  vault: Vault,
): Promise<string> {
  const { sealed } = await em.findOneOrFail(OrganizationProviderKey, keyId, {
    populate: ["sealed"],
    refresh: true,
  });
  if (!sealed) throw new AppError("own_key_unusable", { details: { reason: "it was removed" } });
  try {
    return vault.open(sealed, placeOfProviderKey(keyId));
  } catch (cause) {
    // Sealed under another master key: the organization must set the key again.
    const details = { reason: "it cannot be decrypted" };
    throw new AppError("own_key_unusable", { details, cause });
  }
}

export function placeOfProviderKey(keyId: string) {
  return { purpose: "provider-key", owner: keyId };
}

/**
 * Returns the organization-provided key for an unsent request: the organization's current key, when the key
 * chosen at acceptance was replaced. Throws `own_key_unusable` when there is none.
 */
export async function renewProviderKey(
  em: EntityManager,
  submission: { readonly id: string; readonly providerKeyId: string },
): Promise<string> {
  const [row] = await em.execute<{ id: string }[]>(
    `select k.id from organization_provider_keys used
     join organization_provider_keys k
       on k.organization_id = used.organization_id and k.provider_slug = used.provider_slug
     where used.id = ? and k.removed_at is null`,
    [submission.providerKeyId],
  );
  if (row === undefined) {
    const details = { reason: "it was removed before the request was sent" };
    throw new AppError("own_key_unusable", { details });
  }
  if (row.id !== submission.providerKeyId) {
    await em.nativeUpdate(
      ProviderSubmission,
      { id: submission.id, state: "prepared" },
      { providerKeyId: row.id },
    );
  }
  return row.id;
}

/** Erases the values of removed keys that no open request or job needs. Returns the number of keys. */
export async function eraseRemovedKeys(em: EntityManager): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `update organization_provider_keys k set sealed = null, last4 = null
     where k.removed_at is not null and k.sealed is not null and not exists (
       select 1 from provider_submissions s join jobs j on j.id = s.job_id
       where s.provider_key_id = k.id and (s.finished_at is null or j.finished_at is null))
     returning k.id`,
  );
  return rows.length;
}
