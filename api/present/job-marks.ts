import type { z } from "zod";

import type { jobMarksSchema } from "#api/schemas/job-marks.ts";
import type { Job } from "#db/entities/job.ts";

export function presentMarks({
  title,
  starred,
  labels,
}: Pick<Job, "title" | "starred" | "labels">): z.input<typeof jobMarksSchema> {
  return { title: title ?? null, starred, labels: [...labels] };
}
