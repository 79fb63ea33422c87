export { MediaEngine, type EventOptions, type RequestOptions } from "./client.ts";
export * from "./errors.ts";
export type { JobEventOptions, JobHandle, Jobs } from "./jobs.ts";
export type { OperationId, RequestInput, ResponseOf } from "./operation-types.ts";
export type { MediaEngineOptions } from "./settings.ts";
export type { StreamMessage } from "./sse.ts";
export type * from "./generated/types.ts";
