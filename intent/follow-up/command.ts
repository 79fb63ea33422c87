import { readFileSync } from "node:fs";

import { z } from "zod";

import { adjustments } from "#domain/conversations/next-value.ts";
import { capabilities } from "#domain/requests/capability.ts";
import { foldInPlace } from "#intent/text/normalize.ts";
import { politeWords } from "#intent/text/words.ts";

import type { Candidate } from "./candidate.ts";
import type { Reading } from "./reading.ts";

const commandSchema = z.strictObject({
  act: z.enum(["repeat", "adjust", "convert"]),
  capability: z.enum(capabilities).optional(),
  change: z.enum(adjustments).optional(),
  /** Whole messages, by language. */
  phrases: z.record(z.string().length(2), z.array(z.string())),
});
type Command = z.output<typeof commandSchema>;

/** Messages that are nothing but one command, such as "animate it". */
export const commands: readonly Command[] = z
  .array(commandSchema)
  .parse(JSON.parse(readFileSync(new URL("./commands.json", import.meta.url), "utf8")));

const charactersMax = 60;

const commandByText = new Map<string, Command>(
  commands.flatMap((command) =>
    Object.values(command.phrases)
      .flat()
      .map((phrase) => [toKey(phrase), command]),
  ),
);

/** Folds a text and leaves out punctuation and words of politeness. */
function toKey(text: string): string {
  return foldInPlace(text)
    .split(/[\s.,;:!?…。、！？,]+/u)
    .filter((word) => word !== "" && !politeWords.has(word))
    .join(" ");
}

/**
 * Keeps the candidates that carry out the command that a message is. The act is then certain, and only the file remains
 * to be chosen. Returns all candidates for a message that is no command, or one that nothing in the conversation fits; a
 * message after a question or with files can mean more.
 */
export function narrowToCommand(
  { message: { message, attachments }, context }: Reading,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const isOpen = attachments.length > 0 || context[0]?.question !== undefined;
  if (isOpen || message.length > charactersMax) return candidates;
  const command = commandByText.get(toKey(message));
  if (command === undefined) return candidates;
  const fitting = candidates.filter(
    ({ act, capability, change }) =>
      act === command.act &&
      (command.capability === undefined || capability === command.capability) &&
      change === command.change,
  );
  return fitting.length === 0 ? candidates : fitting;
}
