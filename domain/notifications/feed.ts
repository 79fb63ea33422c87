import type { Permission } from "#domain/accounts/permission.ts";

/** Kinds of changes that a stream of an organization has, with the permission to read each. */
export const feedKinds = {
  jobs: "jobs:read",
  batches: "jobs:read",
  deliveries: "webhooks:read",
  credits: "billing:read",
} as const satisfies Record<string, Permission>;

export type FeedKind = keyof typeof feedKinds;

/** Types of the events that are not job events, with their descriptions. */
export const feedEventTypes = {
  "batch.changed": "The counts of a batch have changed; `batch` has the state.",
  "delivery.delivered": "A webhook delivery has succeeded.",
  "delivery.failed": "A webhook delivery has failed after its last attempt.",
  "delivery.abandoned":
    "A webhook delivery was given up, because its webhook or its job was removed.",
  "credits.changed": "The credits that can be spent, at the beginning and after each change.",
  reset: "The stream begins here: changes before are not in it. Read what you show again.",
} as const;
