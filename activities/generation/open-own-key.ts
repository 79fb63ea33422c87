import type { ProviderSubmission } from "#db/entities/job.ts";
import { holdBackSubmission } from "#db/jobs/submissions.ts";
import type { EntityManager } from "#db/orm.ts";
import { openProviderKey, renewProviderKey } from "#db/providers/provider-keys.ts";
import type { Vault } from "#db/vault.ts";
import { AppError } from "#domain/errors.ts";

/**
 * The organization's own key that a submission goes with; null for one that goes with ours. What was
 * sent with a key stays with it, whatever became of it since; what was not goes with the present one,
 * and `submission` then names that. Throws `own_key_unusable`, noted in the row of what was not sent,
 * so that another model may take over.
 */
export async function openOwnKey(
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
