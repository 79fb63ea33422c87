import type { Readable } from "node:stream";

import type { RequestDependencies } from "#api/dependencies.ts";
import { isOver } from "#api/rate-limit/request-windows.ts";
import { AppError } from "#domain/errors.ts";

/** An export may read all rows of an organization, so a process makes one at a time. */
let isExporting = false;

/** Makes an export within the limit of its subject. Throws `rate_limited`, and `overloaded` next to another export. */
export async function makeExport(
  { subject, perHour }: { readonly subject: string; readonly perHour: number },
  { windows }: Pick<RequestDependencies, "windows">,
  make: () => Promise<Readable>,
): Promise<Readable> {
  const window = await windows.spend(`export:${subject}`, perHour);
  if (isOver(window)) {
    throw new AppError("rate_limited", {
      message: `The limit of ${perHour} exports per hour is reached.`,
      details: { limit: perHour, retryAfterSeconds: window.resetsInSeconds },
    });
  }
  if (isExporting) {
    throw new AppError("overloaded", {
      message: "Another export is being made. Retry in a minute.",
    });
  }
  isExporting = true;
  try {
    return await make();
  } finally {
    isExporting = false;
  }
}
