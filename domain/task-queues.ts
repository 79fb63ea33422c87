/** Workflows and the activities that only access the database. */
export const coreQueue = "gme-core";
/** Recurring tasks: a slow batch occupies no slot that a job's steps need. */
export const maintenanceQueue = "gme-maintenance";
/** Parsing messages: language models have their own limits and delays. */
export const intentQueue = "gme-llm";
/** A separate queue, so that slow mail servers delay nothing else. */
export const emailQueue = "gme-mail";
/** A separate queue, so that slow webhook receivers delay nothing else. */
export const webhookQueue = "gme-webhook";
/** Copying the caller's inputs: their servers may be slow on purpose. */
export const inputQueue = "gme-inputs";
/** The former queue for copying files; runs of the previous version may still use it. */
export const formerStoreQueue = "gme-store";

/** One queue per provider, so that a slow provider delays no other provider's jobs. */
export function providerQueue(slug: string): string {
  return `gme-provider-${slug}`;
}

/** Copying a provider's results: slow, heavy on network and disk, and dependent on the provider's servers. */
export function storeQueue(slug: string): string {
  return `gme-store-${slug}`;
}

/**
 * Groups of task queues that a worker process may be limited to (`WORKER_QUEUES`): workflows and steps in the database,
 * language models, emails and recurring work; calls of providers; files; deliveries of webhooks.
 */
export const workerGroups = ["core", "providers", "media", "webhook"] as const;
export type WorkerGroup = (typeof workerGroups)[number];

/**
 * Search attributes of a run, plain text in Temporal: never a prompt or a key. The server must have
 * registered all of them, with these types, before the first start.
 */
export const searchAttributes = {
  account: "GmeAccount",
  provider: "GmeProvider",
  model: "GmeModel",
  contentType: "GmeContentType",
  stage: "GmeStage",
  credits: "GmeCredits",
} as const;

export const searchAttributeTypes: Readonly<
  Record<(typeof searchAttributes)[keyof typeof searchAttributes], "Keyword" | "Int">
> = {
  GmeAccount: "Keyword",
  GmeProvider: "Keyword",
  GmeModel: "Keyword",
  GmeContentType: "Keyword",
  GmeStage: "Keyword",
  GmeCredits: "Int",
};
