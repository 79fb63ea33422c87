import type { Context } from "#domain/conversations/context.ts";
import type { Reference, Understood } from "#domain/conversations/follow-up.ts";
import type { MessageRun, OfferedRuns } from "#domain/pipelines/message-run.ts";
import type { OperationName } from "#domain/pipelines/operations.ts";
import type { OptimizeGoal } from "#domain/routing/routing.ts";

import {
  resultContentType,
  type Capability,
  type ContentType,
  type InputKind,
} from "./capability.ts";
import { type GenerationInput, generationInputs, type JobInput } from "./generation.ts";

/** A media operation on the input video (domain/pipelines/operations.ts), as a caller sends it. */
export interface EditOperation {
  operation: OperationName;
  parameters?: Readonly<Record<string, unknown>>;
}

/**
 * Values that a message specifies, apart from its subject. An absent field is not in the message. Lengths in
 * seconds, sizes in pixels.
 */
export interface GenerationParameters {
  aspectRatio?: string;
  width?: number;
  height?: number;
  resolution?: string;
  durationSeconds?: number;
  fps?: number;
  count?: number;
  style?: string;
  voice?: {
    gender?: "female" | "male";
    accent?: string;
    tone?: string;
    age?: string;
    name?: string;
  };
  speed?: number;
  language?: string;
  format?: string;
  scale?: number;
  strength?: number;
  seed?: number;
  negativePrompt?: string;
  /** Names such as `denoise`, or media operations with their parameters. */
  operations?: (string | EditOperation)[];
  timestamps?: boolean;
  trimStartSeconds?: number;
  trimEndSeconds?: number;
  /** Model-specific parameters by their name in the catalog row, such as `steps` or `settings.audio`. */
  modelParameters?: Readonly<Record<string, unknown>>;
}

/** Result of parsing a message. */
export interface Intent {
  contentType: ContentType;
  capability: Capability;
  /**
   * The thing to generate, without the text that was recognised as parameters; for speech, the text itself.
   */
  subject: string;
  parameters: GenerationParameters;
  /** A model or provider that the message names, as written there. */
  requestedModel?: string;
  requestedProvider?: string;
  /** 0–1. Below a threshold the engine asks instead of guessing. */
  confidence: number;
  /** Values that the parser added, as sentences for the caller. */
  assumptions: string[];
  alternatives: { capability: Capability; confidence: number }[];
  /** "embedded", or "llm" with the model in `model`. */
  parser: "embedded" | "llm" | "none";
  model?: string;
  /** Relation to the earlier messages of a conversation; absent outside of one. */
  understood?: Understood;
}

/** Intent of a message that led to a question. The capability may be what the question is about. */
export type OpenIntent = Omit<Intent, "contentType" | "capability"> &
  Partial<Pick<Intent, "contentType" | "capability">>;

export interface Question {
  text: string;
  options: QuestionOption[];
}

export interface QuestionOption {
  label: string;
  capability?: Capability;
  /** Kinds of the files that the caller must attach for this option. */
  inputs?: readonly InputKind[];
  /** File of an earlier message that the option chooses. */
  refersTo?: Reference[];
}

/** Outcome of parsing a message. Only `parsed` can become a generation; the other outcomes are free. */
export type ParsedMessage =
  | {
      outcome: "parsed";
      intent: Intent;
      /** Files of earlier messages on which the request works, after those of the message. */
      inputs?: readonly GenerationInput[];
      optimizeFor?: OptimizeGoal;
    }
  | {
      outcome: "needs_input";
      intent: OpenIntent;
      question: Question;
      /** Run that starts when the caller confirms it. */
      run?: MessageRun;
    }
  | { outcome: "unsupported"; reason: string; parser: Intent["parser"] };

interface StatedCapability {
  readonly capability?: Capability;
  readonly inputs: readonly JobInput[];
}

/**
 * Applies the capability that the caller states, which overrides the capability that was read from the
 * message: the job runs and reports the stated one.
 */
export function settleIntent(
  intent: OpenIntent,
  stated: StatedCapability & { readonly capability: Capability },
): Intent;
export function settleIntent<Read extends OpenIntent>(intent: Read, stated: StatedCapability): Read;
export function settleIntent(
  intent: OpenIntent,
  { capability, inputs }: StatedCapability,
): OpenIntent {
  if (capability === undefined) return intent;
  const kinds = generationInputs(inputs).map(({ kind }) => kind);
  const contentType = resultContentType(capability, kinds);
  return { ...intent, capability, contentType, confidence: 1, alternatives: [] };
}

export interface MessageToParse {
  message: string;
  attachments: readonly InputKind[];
  /**
   * Capabilities that the request leaves open, because it states one or names a model or a provider. Absent:
   * all of them.
   */
  capabilities?: readonly Capability[] | undefined;
  /** Earlier messages, newest first; absent outside of a conversation. */
  context?: Context | undefined;
  /** Runs that a language model can read from the message; absent when it can become a generation only. */
  runs?: OfferedRuns | undefined;
}
