import type { Capability, ContentType, InputKind } from "./capability.ts";

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
  operations?: string[];
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
}

export interface Question {
  text: string;
  options: { label: string; capability?: Capability }[];
}

/** Outcome of parsing a message. Only `parsed` can become a generation; the other outcomes are free. */
export type ParsedMessage =
  | { outcome: "parsed"; intent: Intent }
  | { outcome: "needs_input"; intent: Partial<Intent>; question: Question }
  | { outcome: "unsupported"; reason: string; parser: Intent["parser"] };

export interface MessageToParse {
  message: string;
  attachments: readonly InputKind[];
}
