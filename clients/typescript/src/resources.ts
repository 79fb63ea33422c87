import type { Engine, RequestOptions } from "./engine.ts";
import { attachJob, type JobHandle } from "./jobs/job-handle.ts";
import { addFiles, type JobWithFiles } from "./jobs/outputs.ts";
import type { OperationId, RequestInput } from "./operation-types.ts";
import { listAll } from "./pages.ts";
import { uploadAsset, type UploadOptions, type UploadSource } from "./upload-asset.ts";

type Body<Id extends OperationId> = RequestInput<Id> extends { body: infer Value } ? Value : never;
type Query<Id extends OperationId> = NonNullable<
  RequestInput<Id> extends { query?: infer Value } ? Value : never
>;
type Options = RequestOptions;
/** Changes need the ETag of the version that they change; `send("get…")` returns it. */
type ChangeOptions = RequestOptions & { readonly ifMatch?: string };

export type Resources = ReturnType<typeof createResources>;

/** Operations by resource. Lists yield every item and fetch pages as needed; all others return the JSON. */
export function createResources(engine: Engine) {
  return {
    chat: {
      create: async (body: Body<"createChatJob">, options?: Options) =>
        engine.request("createChatJob", { body }, options),
    },
    generations: {
      create: async (body: Body<"createGeneration">, options?: Options) =>
        engine.request("createGeneration", { body }, options),
    },
    estimates: {
      create: async (body: Body<"createEstimate">, options?: Options) =>
        engine.request("createEstimate", { body }, options),
    },
    jobs: {
      /** Continues with a job whose id is known. Sends no request. */
      attach: (jobId: string): JobHandle => attachJob(engine, jobId),
      get: async (jobId: string, options?: Options): Promise<JobWithFiles> =>
        addFiles(engine, await engine.request("getJob", { path: { jobId } }, options)),
      list: (query: Query<"listJobs"> = {}, options?: Options) =>
        listAll(engine, "listJobs", { query }, options),
      cancel: async (jobId: string): Promise<JobWithFiles> => attachJob(engine, jobId).cancel(),
      retry: async (jobId: string, body: Body<"retryJob"> = {}, options?: Options) => {
        const retried = await engine.request("retryJob", { path: { jobId }, body }, options);
        return attachJob(engine, retried.jobId);
      },
      delete: async (jobId: string, options?: Options) =>
        engine.request("deleteJob", { path: { jobId } }, options),
    },
    batches: {
      create: async (body: Body<"createBatch">, options?: Options) =>
        engine.request("createBatch", { body }, options),
      get: async (batchId: string, query: Query<"getBatch"> = {}, options?: Options) =>
        engine.request("getBatch", { path: { batchId }, query }, options),
      list: (options?: Options) => listAll(engine, "listBatches", {}, options),
      cancel: async (batchId: string) =>
        engine.request("cancelBatch", { path: { batchId } }, { isRepeatable: true }),
    },
    pipelines: {
      create: async (body: Body<"createPipeline">, options?: Options) =>
        engine.request("createPipeline", { body }, options),
      get: async (pipelineId: string, query: Query<"getPipeline"> = {}, options?: Options) =>
        engine.request("getPipeline", { path: { pipelineId }, query }, options),
      list: (query: Query<"listPipelines"> = {}, options?: Options) =>
        listAll(engine, "listPipelines", { query }, options),
      update: async (pipelineId: string, body: Body<"updatePipeline">, options?: ChangeOptions) =>
        engine.request("updatePipeline", { path: { pipelineId }, body }, options),
      versions: (pipelineId: string, options?: Options) =>
        listAll(engine, "listPipelineVersions", { path: { pipelineId } }, options),
      runs: (pipelineId: string, query: Query<"listPipelineRuns"> = {}, options?: Options) =>
        listAll(engine, "listPipelineRuns", { path: { pipelineId }, query }, options),
      /** Starts a run, which is a job. */
      run: async (
        pipelineId: string,
        body: Omit<Body<"createPipelineRun">, "dryRun">,
        options?: Options,
      ): Promise<JobHandle> => {
        const input = { path: { pipelineId }, body };
        const accepted = await engine.request("createPipelineRun", input, options);
        return attachJob(engine, (accepted as { jobId: string }).jobId);
      },
    },
    conversations: {
      list: (options?: Options) => listAll(engine, "listConversations", {}, options),
      messages: (conversationId: string, options?: Options) =>
        listAll(engine, "listMessages", { path: { conversationId } }, options),
      delete: async (conversationId: string, options?: Options) =>
        engine.request("deleteConversation", { path: { conversationId } }, options),
    },
    assets: {
      /** Uploads a file. A file that the organization has uploaded before is not sent again. */
      upload: async (source: UploadSource, options?: UploadOptions) =>
        uploadAsset(engine, source, options),
      create: async (body: Body<"createAsset">, options?: Options) =>
        engine.request("createAsset", { body }, options),
      get: async (assetId: string, options?: Options) =>
        engine.request("getAsset", { path: { assetId } }, options),
      list: (query: Query<"listAssets"> = {}, options?: Options) =>
        listAll(engine, "listAssets", { query }, options),
      delete: async (assetId: string, options?: Options) =>
        engine.request("deleteAsset", { path: { assetId } }, options),
    },
    models: {
      list: async (query: Query<"listModels"> = {}, options?: Options) =>
        (await engine.request("listModels", { query }, options)).data,
      get: async (modelId: string, options?: Options) =>
        engine.request("getModel", { path: { modelId } }, options),
      /** JSON Schema of the parameters of a model. */
      schema: async (modelId: string, options?: Options) =>
        engine.request("getModelSchema", { path: { modelId } }, options),
    },
    providers: {
      list: async (options?: Options) => (await engine.request("listProviders", {}, options)).data,
      get: async (slug: string, options?: Options) =>
        engine.request("getProvider", { path: { provider_slug: slug } }, options),
      health: async (slug: string, options?: Options) =>
        engine.request("getProviderHealth", { path: { provider_slug: slug } }, options),
    },
    capabilities: {
      list: async (options?: Options) =>
        (await engine.request("listCapabilities", {}, options)).data,
    },
    webhooks: {
      create: async (body: Body<"createWebhook">, options?: Options) =>
        engine.request("createWebhook", { body }, options),
      get: async (webhookId: string, options?: Options) =>
        engine.request("getWebhook", { path: { webhookId } }, options),
      list: (options?: Options) => listAll(engine, "listWebhooks", {}, options),
      update: async (webhookId: string, body: Body<"updateWebhook">, options?: ChangeOptions) =>
        engine.request("updateWebhook", { path: { webhookId }, body }, options),
      delete: async (webhookId: string, options?: Options) =>
        engine.request("deleteWebhook", { path: { webhookId } }, options),
      /** Sends a sample event. */
      test: async (webhookId: string, options?: Options) =>
        engine.request("testWebhook", { path: { webhookId } }, options),
      deliveries: (
        webhookId: string,
        query: Query<"listWebhookDeliveries"> = {},
        options?: Options,
      ) => listAll(engine, "listWebhookDeliveries", { path: { webhookId }, query }, options),
      redeliver: async (webhookId: string, deliveryId: string, options?: Options) =>
        engine.request("redeliver", { path: { webhookId, deliveryId } }, options),
    },
    apiKeys: {
      create: async (body: Body<"createApiKey">, options?: Options) =>
        engine.request("createApiKey", { body }, options),
      get: async (keyId: string, options?: Options) =>
        engine.request("getApiKey", { path: { keyId } }, options),
      list: (options?: Options) => listAll(engine, "listApiKeys", {}, options),
      update: async (keyId: string, body: Body<"updateApiKey">, options?: ChangeOptions) =>
        engine.request("updateApiKey", { path: { keyId }, body }, options),
      rotate: async (keyId: string, body: Body<"rotateApiKey">, options?: Options) =>
        engine.request("rotateApiKey", { path: { keyId }, body }, options),
      revoke: async (keyId: string, options?: Options) =>
        engine.request("revokeApiKey", { path: { keyId } }, options),
    },
    account: {
      get: async (options?: Options) => engine.request("getAccount", {}, options),
    },
    credits: {
      get: async (options?: Options) => engine.request("getCredits", {}, options),
      ledger: (query: Query<"listLedger"> = {}, options?: Options) =>
        listAll(engine, "listLedger", { query }, options),
    },
    usage: {
      get: async (query: Query<"getUsage"> = {}, options?: Options) =>
        engine.request("getUsage", { query }, options),
    },
    organizations: {
      get: async (orgId: string, options?: Options) =>
        engine.request("getOrganization", { path: { orgId } }, options),
      list: (query: Query<"listOrganizations"> = {}, options?: Options) =>
        listAll(engine, "listOrganizations", { query }, options),
      members: (orgId: string, options?: Options) =>
        listAll(engine, "listMembers", { path: { orgId } }, options),
    },
  };
}
