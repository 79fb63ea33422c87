import { createHash } from "node:crypto";

import type { Capability, InputKind } from "#studio/capability.ts";
import type {
  EngineDescription,
  EngineRequest,
  GenerationParameters,
  OperationRequest,
} from "#studio/engine.ts";
import type { ErrorCode } from "#studio/errors.ts";

interface SubmittedInputs {
  readonly inputs: readonly { readonly kind: InputKind; readonly sha256: string }[];
}

/** A validated request for a capability. */
export interface SubmittedCapability extends SubmittedInputs {
  readonly model: string;
  readonly capability: Capability;
  readonly prompt: string;
  readonly parameters: GenerationParameters;
}

/** A validated request for a capability or a media operation. */
export type SubmittedRequest = SubmittedCapability | (OperationRequest & SubmittedInputs);

export type GenerationStatus = "queued" | "running" | "succeeded" | "failed" | "canceled";

export interface StoredOutput {
  /** Path relative to the generation's folder. */
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly text: string | null;
}

export interface GenerationFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** Record of a generation on disk. Times are in ISO 8601. */
export interface Generation {
  readonly id: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the canonical request; distinguishes a repeated submission from a conflicting one. */
  readonly requestHash: string;
  readonly request: SubmittedRequest;
  readonly seed: number;
  readonly createdAt: string;
  readonly status: GenerationStatus;
  readonly engine: EngineDescription;
  readonly outputs: readonly StoredOutput[];
  readonly failure: GenerationFailure | null;
  readonly finishedAt: string | null;
  /** Number of worker processes that died while running this generation. */
  readonly workerDeaths: number;
}

/** Progress of a running generation. Held in memory only: a restart runs the generation again. */
export interface Progress {
  readonly fraction: number;
  readonly stage: string;
  readonly etaSeconds: number | null;
}

export function isFinal(status: GenerationStatus): boolean {
  return status === "succeeded" || status === "failed" || status === "canceled";
}

/** Computes the hexadecimal SHA-256 of the request, independent of the order of its fields. */
export function hashRequest(request: SubmittedRequest): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex");
}

/** Returns the requested seed, else the first 32 bits of the request's hash. */
export function chooseSeed(request: SubmittedRequest, requestHash: string): number {
  const seed = "capability" in request ? request.parameters.seed : undefined;
  return seed ?? Number.parseInt(requestHash.slice(0, 8), 16);
}

export function toEngineRequest(request: EngineRequest): EngineRequest {
  const { capability, model, prompt, parameters } = request;
  return { capability, model, prompt, parameters };
}

/** Removes the inputs, which an engine receives as files. */
export function toTaskRequest(request: SubmittedRequest): EngineRequest | OperationRequest {
  if ("capability" in request) return toEngineRequest(request);
  const { operation, model, parameters } = request;
  return { operation, model, parameters };
}

/** Presents a generation as defined by the protocol. */
export function presentGeneration(generation: Generation, progress: Progress | undefined) {
  const { id, status, request, seed, engine, outputs, failure } = generation;
  return {
    id,
    status,
    progress: status === "succeeded" ? 1 : (progress?.fraction ?? 0),
    stage: progress?.stage ?? status,
    etaSeconds: progress?.etaSeconds ?? null,
    ...("capability" in request
      ? { capability: request.capability }
      : { operation: request.operation }),
    model: request.model,
    seed,
    engine,
    outputs: outputs.map(({ fileName: _fileName, ...output }, index) => ({
      index,
      path: `/v1/generations/${id}/outputs/${index}`,
      ...output,
    })),
    error: failure,
    createdAt: generation.createdAt,
    finishedAt: generation.finishedAt,
  };
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)),
    );
  });
}
