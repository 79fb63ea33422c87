import type { ProviderSubmission } from "#db/entities/job.ts";
import { holdBackSubmission } from "#db/jobs/submissions.ts";
import type { EntityManager } from "#db/orm.ts";
import { openProviderKey, renewProviderKey } from "#db/providers/provider-keys.ts";
import type { Vault } from "#db/vault.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Decrypts the organization-provided key of a submission. Returns null for a submission that uses a platform
 * key.
 * A request already sent keeps its key, even when the organization has replaced that key since. A request not
 * yet sent uses the current key, and `submission` is refreshed to name it.
 * Throws `own_key_unusable`. For a request not yet sent, the code is also recorded in its row, so another
 * model may take over.
 */
export async function openOrganizationKey(
  em: EntityManager,
  submission: ProviderSubmission,
  vault: Vault,
): Promise<string | null> {
  const { id, providerKeyId, state } = submission;
  if (providerKeyId == null) return null;
  if (state !== "prepared") return openProviderKey(em, providerKeyId, vault);
  try {
    const presentId = await renewProviderKey(em, { id, providerKeyId });
    if (presentId !== providerKeyId) await em.refresh(submission);
    return await openProviderKey(em, presentId, vault);
  } catch (error) {
    if (error instanceof AppError) {
      await holdBackSubmission(em, { submissionId: id, code: error.code });
    }
    throw error;
  }
}
