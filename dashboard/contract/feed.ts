import type { Batch, JobEvent, ResponseOf } from "@gme/client";

/** Messages of `GET /app/events` (docs/app-api.md). */
export type FeedEvent =
  | JobEvent
  | { readonly type: "batch.changed"; readonly batch: Batch }
  | { readonly type: "credits.changed"; readonly available: number; readonly held: number }
  | {
      readonly type: `delivery.${"delivered" | "failed" | "abandoned"}`;
      readonly webhookId: string;
    }
  | { readonly type: "reset" };

export type Credits = ResponseOf<"getCredits">;
export type EventPage = ResponseOf<"listJobEvents">;

export function isJobEvent(event: FeedEvent): event is JobEvent {
  return event.type.startsWith("job.") || event.type.startsWith("run.");
}
