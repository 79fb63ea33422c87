/*
 * Inputs of the workflows: ids only, because histories are readable by every operator and rows change.
 * `schemaVersion` lets a later version of a workflow recognize older inputs.
 */

export interface GenerateMediaInput {
  readonly jobId: string;
  readonly schemaVersion: 1;
}

/** `jobId` is the job of the run. */
export interface RunPipelineInput {
  readonly jobId: string;
  readonly schemaVersion: 1;
}

export interface DeliverWebhookInput {
  readonly deliveryId: string;
  /** Number of the delivery's run; a run with a lower number than the row's sends nothing. */
  readonly runs: number;
  readonly schemaVersion: 1;
}

export interface SendMailInput {
  readonly mailId: string;
  readonly schemaVersion: 1;
}
