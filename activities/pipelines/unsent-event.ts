import type { StepRow } from "#domain/pipelines/runs/step-row.ts";

/** Event of a call whose step ended before a delivery. */
export function unsentEvent({ status, result }: StepRow): string[] {
  return result?.status === "sent" && status !== "completed" ? [result.eventId] : [];
}
