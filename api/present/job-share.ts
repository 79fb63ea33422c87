import type { z } from "zod";

import type { jobShareSchema } from "#api/schemas/job-share.ts";
import type { JobShare } from "#db/entities/share.ts";

export function presentShare({
  id,
  showsPrompt,
  accountId,
  createdAt,
  expiresAt,
}: JobShare): z.input<typeof jobShareSchema> {
  return {
    shareId: id,
    showsPrompt,
    createdBy: accountId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
