import type { Capability, ContentType, FileKind, InputKind } from "./capability.ts";
import type { InputFacts } from "./input-facts.ts";
import type { GenerationParameters } from "./intent.ts";

/**
 * An input of a job as the caller gave it: a URL, or an asset of the organization. Jobs of a pipeline's steps also use
 * outputs of other jobs where they are stored. In a conversation, an input is a file of an earlier message, whose job
 * may still run.
 */
export type GenerationInput =
  | ({ readonly kind: InputKind; readonly url: string } & MarkedInput)
  | ({ readonly kind: InputKind; readonly assetId: string } & MarkedInput)
  | { readonly kind: InputKind; readonly outputId: string }
  | { readonly kind: InputKind; readonly outputOf: string; readonly ordinal: number }
  | { readonly kind: InputKind; readonly inputOf: string; readonly ordinal: number };

interface MarkedInput {
  /** A mask that marks its area by transparency, which is stored as one that marks it in white. */
  readonly markedBy?: "alpha";
}

/** An input of any job. Only media operations take 3D models. */
export type JobInput =
  | GenerationInput
  | { readonly kind: FileKind; readonly assetId: string }
  | { readonly kind: FileKind; readonly outputId: string };

/** Returns the inputs that a generation can use. */
export function generationInputs(inputs: readonly JobInput[]): GenerationInput[] {
  return inputs.filter((input): input is GenerationInput => input.kind !== "model");
}

/**
 * An input after the engine copied it to its storage; the content type comes from the file's content, not
 * from the caller. Its facts are those that the job was priced with.
 */
export interface StoredInput extends Omit<InputFacts, "kind"> {
  readonly kind: FileKind;
  readonly storageKey: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The canonical request from which every adapter builds its provider's request. */
export interface GenerationRequest {
  readonly contentType: ContentType;
  readonly capability: Capability;
  readonly prompt: string;
  readonly inputs: readonly GenerationInput[];
  readonly parameters: GenerationParameters;
}

/**
 * Protection of a provider against a duplicate paid request: "key" honours an idempotency key, "lookup" finds
 * a request by the engine's reference, "none" does neither. Decides whether a request may be repeated.
 */
export const idempotencyClasses = ["key", "lookup", "none"] as const;
export type IdempotencyClass = (typeof idempotencyClasses)[number];

/** State of a submission. Only the holder of the attempt token may move it out of `sent`. */
export const submissionStates = [
  "prepared",
  "sent",
  "accepted",
  "succeeded",
  "failed",
  "unknown",
  "canceled",
] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** The provider's reference for later polls: opaque JSON that only its adapter reads. */
export type ProviderHandle = Readonly<Record<string, unknown>>;

/** One file of a result as the provider names it, before the engine copies it. */
export interface ResultFile {
  /** URL at the provider, or a key of the engine's storage when the response contained the bytes. */
  readonly source: { readonly url: string } | { readonly storageKey: string };
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** Transcripts and descriptions are text in addition to, or instead of, a file. */
  readonly text?: string;
}

/**
 * A finished generation's description of its engine. Shown on the job, so that a limited result is
 * recognizable.
 */
export interface EngineNote {
  readonly name: string;
  readonly tier?: string;
  readonly limitation?: string;
}

export interface GenerationResult {
  readonly files: readonly ResultFile[];
  readonly engine?: EngineNote;
  readonly seed?: number;
}

/** Idempotency key of one paid provider call; the same after a retry, a reset and a rerun. */
export function submissionKey(jobId: string, step: string, generation: number): string {
  return `${jobId}:${step}:${generation}`;
}
