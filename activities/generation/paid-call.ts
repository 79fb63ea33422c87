import type { ProviderCall } from "#activities/providers/adapter.ts";
import { announceSubmission, saveUpload } from "#db/jobs/submissions.ts";
import { isDatabaseOutage } from "#db/outage.ts";
import { AppError } from "#domain/errors.ts";
import { sendWithinMs } from "#domain/jobs/time-limits.ts";

import type { GenerationContext } from "./generation-context.ts";
import { unsent } from "./unsent.ts";

/** Creates a call that may send a paid request on behalf of the attempt that holds `token`. */
export function paidCall(
  context: GenerationContext,
  { token, signal }: { token: string; signal: AbortSignal },
): ProviderCall {
  const { em, submission } = context;
  const attempt = { submissionId: submission.id, token };
  const inTime = () => ({ sendBefore: Date.now() + sendWithinMs });
  const givenUp = () =>
    new AppError("provider_unreachable", {
      details: { reason: "given up or canceled in the meantime" },
    });
  return {
    ...context.call(signal),
    ...inTime(),
    async announce(announcement) {
      const announced = { ...attempt, ...announcement };
      if (await beforeSending(async () => announceSubmission(em, announced))) return inTime();
      throw givenUp();
    },
    async uploadOnce(name, upload) {
      const known = submission.uploads?.[name];
      if (known !== undefined) return known;
      const reference = await upload();
      const saved = { ...attempt, name, reference };
      if (await beforeSending(async () => saveUpload(em, saved))) return reference;
      throw givenUp();
    },
  };
}

async function beforeSending<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isDatabaseOutage(error) ? unsent(error) : error;
  }
}
