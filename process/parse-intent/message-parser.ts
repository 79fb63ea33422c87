import type { Config } from "#config.ts";
import type { MessageToParse, ParsedMessage } from "#domain/intent.ts";

import type { IntentParser } from "./chain.ts";

/**
 * The parser of a process that starts without it: LangChain and the classifier are loaded with the
 * first message. It asks a language model once at most, for `LLM_TIMEOUT_MS` at most.
 */
export function createMessageParser(
  config: Config,
): (message: MessageToParse, options: { signal: AbortSignal }) => Promise<ParsedMessage> {
  let loading: Promise<IntentParser> | undefined;
  return async (message, options) => {
    loading ??= loadParser(config);
    const parser = await loading;
    return parser.parse(message, options);
  };
}

async function loadParser(config: Config): Promise<IntentParser> {
  const { createIntentParser } = await import("./chain.ts");
  const { toParserSettings } = await import("./to-parser-settings.ts");
  return createIntentParser(toParserSettings(config));
}
