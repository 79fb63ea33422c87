import type { Capability, ContentType, InputKind } from "./capability.ts";

/**
 * What a message asks for, apart from its subject. Every field is optional: absent means that the
 * message did not say so. Lengths in seconds, sizes in pixels.
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
  /** Parameters of the model's own by their name in its row, such as `steps` or `settings.audio`. */
  modelParameters?: Readonly<Record<string, unknown>>;
}

/** Result of parsing a message. */
export interface Intent {
  contentType: ContentType;
  capability: Capability;
  /** What to make, without the words that were recognised as parameters; the text itself for speech. */
  subject: string;
  parameters: GenerationParameters;
  /** A model or provider that the message names, as written there. */
  requestedModel?: string;
  requestedProvider?: string;
  /** 0–1. Below `confidenceMin` the engine asks instead of guessing. */
  confidence: number;
  /** What was filled in without being said, in words for the caller. */
  assumptions: string[];
  alternatives: { capability: Capability; confidence: number }[];
  /** "embedded", or "llm" with the model that answered. */
  parser: "embedded" | "llm" | "none";
  model?: string;
}

export interface Question {
  text: string;
  options: { label: string; capability?: Capability }[];
}

/** The outcome of reading a message. Only `parsed` can become a generation; the others cost nothing. */
export type ParsedMessage =
  | { outcome: "parsed"; intent: Intent }
  | { outcome: "needs_input"; intent: Partial<Intent>; question: Question }
  | { outcome: "unsupported"; reason: string; parser: Intent["parser"] };

export interface MessageToParse {
  message: string;
  attachments: readonly InputKind[];
}

export const confidenceMin = 0.45;
