import { RunnableLambda } from "@langchain/core/runnables";
import type { Runnable } from "@langchain/core/runnables";

import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { createAskModel } from "./ask-model.ts";
import type { ModelSettings } from "./ask-model.ts";
import { createEmbeddedParser } from "./embedded-parser.ts";
import { mergeAnswer } from "./merge-answer.ts";

/**
 * Without `model`, or without an address or a key for it, the embedded parser alone reads messages.
 * `provider` is guessed from the model's name when it is not given.
 */
export interface IntentParserSettings {
  readonly model?: string;
  /** An OpenAI-compatible server; it may need no key. */
  readonly baseUrl?: string;
  readonly provider?: "openai" | "google" | "anthropic";
  readonly apiKey?: string;
  readonly timeoutMs: number;
}

export interface IntentParser {
  /**
   * Reads a message. Throws only when `signal` is aborted: a language model that fails, is late or
   * answers nonsense is replaced by the embedded parser, which `intent.assumptions` then says.
   */
  parse(message: MessageToParse, options?: { signal?: AbortSignal }): Promise<ParsedMessage>;
}

const modelFailed =
  "The language model could not be used; the embedded parser read this message instead.";

export function createIntentParser(settings: IntentParserSettings): IntentParser {
  const chain = createChain(settings);
  return {
    async parse(message, { signal } = {}) {
      return chain.invoke(message, signal ? { signal } : {});
    },
  };
}

function createChain(settings: IntentParserSettings): Runnable<MessageToParse, ParsedMessage> {
  const readEmbedded = createEmbeddedParser();
  const model = toModelSettings(settings);
  if (!model) return RunnableLambda.from<MessageToParse, ParsedMessage>(readEmbedded);

  const askModel = createAskModel(model);
  const withModel = RunnableLambda.from<MessageToParse, ParsedMessage>(async (input, options) => {
    const embedded = readEmbedded(input);
    if (!/[\p{L}\p{N}]/u.test(input.message)) return embedded;
    const answer = await askModel(input, options.signal);
    return mergeAnswer({ input, embedded, answer, model: model.model });
  });
  const embeddedInstead = RunnableLambda.from<MessageToParse, ParsedMessage>((input) =>
    noteFailure(readEmbedded(input)),
  );
  return withModel.withFallbacks([embeddedInstead]);
}

function toModelSettings(settings: IntentParserSettings): ModelSettings | undefined {
  const { model, baseUrl, apiKey, timeoutMs } = settings;
  if (model === undefined || (baseUrl === undefined && apiKey === undefined)) return undefined;
  return {
    model,
    timeoutMs,
    provider: chooseLlmProvider(settings),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

/** Whose API a model speaks: as said, else OpenAI's at an own address, else by the model's name. */
export function chooseLlmProvider({
  model = "",
  baseUrl,
  provider,
}: Pick<IntentParserSettings, "model" | "baseUrl" | "provider">): ModelSettings["provider"] {
  if (provider !== undefined) return provider;
  if (baseUrl !== undefined) return "openai";
  if (/^(?:models\/)?(?:gemini|gemma)/i.test(model)) return "google";
  return /^claude/i.test(model) ? "anthropic" : "openai";
}

function noteFailure(parsed: ParsedMessage): ParsedMessage {
  switch (parsed.outcome) {
    case "parsed":
      return {
        ...parsed,
        intent: { ...parsed.intent, assumptions: [...parsed.intent.assumptions, modelFailed] },
      };
    case "needs_input":
      return {
        ...parsed,
        intent: {
          ...parsed.intent,
          assumptions: [...(parsed.intent.assumptions ?? []), modelFailed],
        },
      };
    case "unsupported":
      return parsed;
  }
}
