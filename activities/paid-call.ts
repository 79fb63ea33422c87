import { announceSubmission, saveUpload } from "#db/submissions.ts";
import { AppError } from "#domain/errors.ts";
import { sendWithinMs } from "#domain/submission.ts";

import type { GenerationContext } from "./generation-context.ts";
import type { ProviderCall } from "./providers/adapter.ts";

/** A call that may send a paid request, on behalf of the attempt of the token. */
export function paidCall(
  context: GenerationContext,
  { token, signal }: { token: string; signal: AbortSignal },
): ProviderCall {
  const { em, submission } = context;
  const attempt = { submissionId: submission.id, token };
  const inTime = () => ({ sendBefore: Date.now() + sendWithinMs });
  const givenUp = () =>
    new AppError("provider_unreachable", { details: { reason: "given up meanwhile" } });
  return {
    ...context.call(signal),
    ...inTime(),
    async announce(announcement) {
      if (await announceSubmission(em, { ...attempt, ...announcement })) return inTime();
      throw givenUp();
    },
    async uploadOnce(name, upload) {
      const known = submission.uploads?.[name];
      if (known !== undefined) return known;
      const reference = await upload();
      if (await saveUpload(em, { ...attempt, name, reference })) return reference;
      throw givenUp();
    },
  };
}
