import type { Context } from "#domain/conversations/context.ts";
import type { OfferedRuns } from "#domain/pipelines/message-run.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { createEmbeddedParser, type EmbeddedParser } from "./embedded-parser.ts";
import { readCommand, readFollowUp, withContext } from "./follow-up/read-follow-up.ts";
import { withAct } from "./follow-up/requests.ts";
import type { ModelSettings } from "./model/chat-model.ts";
import { withUnread } from "./with-unread.ts";

/**
 * Without `model`, or without a URL or a key for it, only the embedded parser reads messages. `provider` is
 * derived from the model's name when absent.
 */
export interface IntentParserSettings {
  readonly model?: string;
  /** URL of an OpenAI-compatible server, which may need no key. */
  readonly baseUrl?: string;
  readonly provider?: "openai" | "google" | "anthropic";
  readonly apiKey?: string;
  readonly timeoutMs: number;
  /** Earlier messages of a conversation that the language model receives; 0: none. */
  readonly contextTurns?: number;
}

export interface ParseOptions {
  readonly signal?: AbortSignal;
  /** Lists the runs that the message can start. Called only with a language model. */
  readonly listRuns?: () => Promise<OfferedRuns | undefined>;
}

export interface IntentParser {
  /** Resolves when the first message can be parsed without a delay. */
  readonly ready: Promise<unknown>;
  /**
   * Parses a message. Throws only when `signal` is aborted. The embedded parser replaces a language model
   * that fails, is late or returns an invalid answer; `intent.assumptions` then says so.
   */
  parse(message: MessageToParse, options?: ParseOptions): Promise<ParsedMessage>;
}

export function createIntentParser(settings: IntentParserSettings): IntentParser {
  const readAlone = createEmbeddedParser();
  const readEmbedded = withContext(readAlone);
  const model = toModelSettings(settings);
  const { contextTurns = 0 } = settings;
  // LangChain takes a tenth of the time that a process needs to start, and serves language models only.
  const chain =
    model &&
    import("./model/model-chain.ts").then((loaded) =>
      loaded.createModelChain(model, { readAlone, readEmbedded, contextTurns }),
    );
  return {
    ready: Promise.resolve(chain),
    async parse(message, options) {
      return withUnread(await parse(message, options), message);
    },
  };

  async function parse(
    message: MessageToParse,
    { signal, listRuns }: ParseOptions = {},
  ): Promise<ParsedMessage> {
    signal?.throwIfAborted();
    if (chain === undefined) return readEmbedded(message);
    const runnable = await chain;
    const read = async (input: MessageToParse) => {
      const runs = await listRuns?.();
      return runnable.invoke({ ...input, runs }, signal ? { signal } : {});
    };
    const { context, ...alone } = message;
    if (context === undefined) return read(message);
    if (context.length === 0) return withAct(await read(alone), "new", []);
    const command = readCommand(message, context, readAlone);
    if (command !== null) return command;
    return contextTurns > 0
      ? read(message)
      : readWithoutContext(message, context, { readAlone, read: async () => read(alone) });
  }
}

/**
 * Reads a message with earlier ones. The language model receives only messages that stand for themselves, and nothing of
 * the conversation.
 */
async function readWithoutContext(
  message: MessageToParse,
  context: Context,
  { readAlone, read }: { readAlone: EmbeddedParser; read: () => Promise<ParsedMessage> },
): Promise<ParsedMessage> {
  const related = readFollowUp(message, context, readAlone);
  if (related.outcome === "unsupported") return related;
  const { understood, capability } = related.intent;
  const isOpen = capability === undefined || (message.capabilities?.includes(capability) ?? true);
  if (isOpen && (understood?.act !== "new" || related.outcome === "needs_input")) return related;
  return withAct(await read(), "new", []);
}

/** Returns undefined without a language model. */
export function toModelSettings(settings: IntentParserSettings): ModelSettings | undefined {
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

/**
 * Chooses the API for a model: the configured provider, else OpenAI's API at a custom URL, else by the
 * model's name.
 */
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
