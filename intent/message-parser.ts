import type { Config } from "#config.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { createIntentParser } from "./chain.ts";
import { createEmbeddedParser } from "./embedded-parser.ts";
import { toParserSettings } from "./to-parser-settings.ts";

/** In scripts with and without spaces between words, which different patterns read. */
const warmUpMessages = [
  "Make a picture of a red fox",
  "画一只红色的狐狸的图片",
  "赤い狐の絵を描いて",
];

/**
 * Creates the parser of a process before it is ready: loading LangChain and compiling the patterns takes some 0.4 s,
 * for which the first message would keep the event loop. The parser asks a language model once at most, for
 * `LLM_TIMEOUT_MS` at most.
 */
export function createMessageParser(
  config: Config,
): (message: MessageToParse, options: { signal: AbortSignal }) => Promise<ParsedMessage> {
  const parser = createIntentParser(toParserSettings(config));
  // A language model would have to be paid, so only the embedded parser reads these.
  const readEmbedded = createEmbeddedParser();
  for (const message of warmUpMessages) readEmbedded({ message, attachments: [] });
  return async (message, options) => parser.parse(message, options);
}
