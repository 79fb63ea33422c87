import type { Capability, ContentType, InputKind } from "./capability.ts";
import type { InputFacts } from "./input-facts.ts";
import type { GenerationParameters } from "./intent.ts";

/** An input of a job as the caller gave it: an address, or an asset of the organization. */
export type GenerationInput =
  | { readonly kind: InputKind; readonly url: string }
  | { readonly kind: InputKind; readonly assetId: string };

/**
 * An input after it was copied to our storage; its content decides, not what the caller said. Its
 * facts are those that the job was priced with.
 */
export interface StoredInput extends InputFacts {
  readonly storageKey: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The canonical request that every adapter builds its own from. */
export interface GenerationRequest {
  readonly contentType: ContentType;
  readonly capability: Capability;
  readonly prompt: string;
  readonly inputs: readonly GenerationInput[];
  readonly parameters: GenerationParameters;
}

/**
 * Protection of a provider against a duplicate paid request: "key" honours an idempotency key, "lookup"
 * finds a request by our reference, "none" does neither. It decides whether a request may be repeated.
 */
export const idempotencyClasses = ["key", "lookup", "none"] as const;
export type IdempotencyClass = (typeof idempotencyClasses)[number];

/** Where a submission stands. Only the holder of the attempt token may move it out of `sent`. */
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

/** What a provider gave us to ask again: opaque JSON that only its adapter reads. */
export type ProviderHandle = Readonly<Record<string, unknown>>;

/** One file of a result as the provider names it, before we have copied it. */
export interface ResultFile {
  /** Address at the provider, or a key of our storage when the bytes came with the answer. */
  readonly source: { readonly url: string } | { readonly storageKey: string };
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** Transcripts and descriptions come as text beside, or instead of, a file. */
  readonly text?: string;
}

/** How a finished generation describes itself: shown on the job, so that nobody mistakes what it is. */
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
