import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { analysedCharactersMax } from "./text/normalize.ts";

/**
 * Adds the characters that no parser reads to the subject, so that a long message loses nothing. A cut character is
 * replaced: PostgreSQL stores no half of one.
 */
export function withUnread(parsed: ParsedMessage, { message }: MessageToParse): ParsedMessage {
  const rest = message.normalize("NFC").slice(analysedCharactersMax);
  if (rest === "" || parsed.outcome === "unsupported") return parsed;
  const { subject } = parsed.intent;
  // Without a subject, the whole message is the prompt.
  const whole = subject === "" ? "" : `${subject}${rest}`.toWellFormed();
  return { ...parsed, intent: { ...parsed.intent, subject: whole } } as ParsedMessage;
}

/** Parses like `parse`, and keeps the end of a long message. */
export function readingAll(
  parse: (message: MessageToParse) => ParsedMessage,
): (message: MessageToParse) => ParsedMessage {
  return (message) => withUnread(parse(message), message);
}
