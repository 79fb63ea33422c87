import type { Config } from "#config.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { createIntentParser, type ParseOptions } from "./chain.ts";
import { createEmbeddedParser } from "./embedded-parser.ts";
import { toParserSettings } from "./model/to-parser-settings.ts";

/** One message with and two without spaces between words, because different patterns read them. */
const warmUpMessages = [
  "Make a picture of a red fox",
  "画一只红色的狐狸的图片",
  "赤い狐の絵を描いて",
];

/**
 * Creates the parser before the process is ready. Loading LangChain for a language model and compiling the patterns takes
 * about 0.4 s, which would block the event loop at the first message. The parser calls a language model at most
 * once, for at most `LLM_TIMEOUT_MS`.
 */
export async function createMessageParser(
  config: Config,
): Promise<(message: MessageToParse, options: ParseOptions) => Promise<ParsedMessage>> {
  const parser = createIntentParser(toParserSettings(config));
  // Language models cost money, so only the embedded parser reads the warm-up messages.
  const readEmbedded = createEmbeddedParser();
  for (const message of warmUpMessages) readEmbedded({ message, attachments: [] });
  await parser.ready;
  return async (message, options) => parser.parse(message, options);
}
