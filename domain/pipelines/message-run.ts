import type { PipelineInput } from "./inputs.ts";
import type { MessageRequest } from "./message-pipeline.ts";

/** A run that a message requests: of its several requests, or of a pipeline with the inputs that it states. */
export type MessageRun =
  | { readonly requests: readonly MessageRequest[] }
  | { readonly pipelineId: string; readonly inputs: Readonly<Record<string, unknown>> };

/** A pipeline that a message can start. */
export interface OfferedPipeline {
  readonly pipelineId: string;
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, PipelineInput>>;
}

/** A file of the message that a pipeline can take. */
export interface MessageFile {
  readonly kind: string;
  readonly assetId: string;
}

/** Runs that a message can request. */
export interface OfferedRuns {
  readonly pipelines: readonly OfferedPipeline[];
  readonly files: readonly MessageFile[];
}
