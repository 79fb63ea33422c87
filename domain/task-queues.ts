/** Workflows and the steps that only touch the database. */
export const coreQueue = "gme-core";
/** Recurring work: a slow turn holds no slot that a job's steps need. */
export const maintenanceQueue = "gme-maintenance";
/** Reading messages: language models have limits and delays of their own. */
export const intentQueue = "gme-llm";
/** Mail servers that are slow hold up nothing else. */
export const mailQueue = "gme-mail";
/** Receivers of webhooks that are slow, too. */
export const webhookQueue = "gme-webhook";
/** Copying what callers attach: their servers may be slow on purpose. */
export const inputQueue = "gme-inputs";
/** Copying of files as the previous version scheduled it; its runs may still be open. */
export const formerStoreQueue = "gme-store";

/** One queue for each provider, so that a slow one holds up nobody else's jobs. */
export function providerQueue(slug: string): string {
  return `gme-provider-${slug}`;
}

/** Copying a provider's results: long, heavy on network and disk, and as slow as its servers. */
export function storeQueue(slug: string): string {
  return `gme-store-${slug}`;
}

/**
 * Search attributes of a run, plain text in Temporal: never a prompt or a key. The server must know
 * all of them, with these types, before the first start.
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
