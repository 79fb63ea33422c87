/**
 * Reads JSON lines {"message", "attachments": [...]} from standard input and prints the parsed intent of
 * each. An unreadable line yields {"outcome": "error", "message"}, and the next line follows.
 */
import { createInterface } from "node:readline";

import { z } from "zod";

import { loadConfigOrExit } from "#config.ts";
import { inputKinds } from "#domain/requests/capability.ts";
import type { Intent, ParsedMessage } from "#domain/requests/intent.ts";
import { createIntentParser } from "#intent/chain.ts";
import { toParserSettings } from "#intent/model/to-parser-settings.ts";
import { speechSpeeds } from "#intent/slots/time.ts";

const lineSchema = z.object({
  message: z.string(),
  attachments: z.array(z.enum(inputKinds)).default([]),
});

const parser = createIntentParser(toParserSettings(loadConfigOrExit(process.env)));
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim() === "") continue;
  console.log(JSON.stringify(await answer(line)));
}

async function answer(line: string): Promise<Record<string, unknown>> {
  try {
    return present(await parser.parse(lineSchema.parse(JSON.parse(line))));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { outcome: "error", message };
  }
}

function present(parsed: ParsedMessage): Record<string, unknown> {
  if (parsed.outcome === "unsupported") {
    const { outcome, parser, reason } = parsed;
    return {
      outcome,
      contentType: null,
      capability: null,
      subject: null,
      parameters: {},
      confidence: null,
      reason,
      parser,
    };
  }
  const { intent } = parsed;
  return {
    outcome: parsed.outcome,
    contentType: intent.contentType ?? null,
    capability: intent.capability ?? null,
    subject: intent.subject === undefined || intent.subject === "" ? null : intent.subject,
    parameters: presentParameters(intent),
    confidence: intent.confidence ?? null,
    ...(parsed.outcome === "needs_input" ? { question: parsed.question } : {}),
    parser: intent.parser ?? null,
  };
}

/**
 * Prints the parameters under their domain names and also, where those differ, under the names of the
 * labelled test messages: `duration`, `trimStart`, `trimEnd`, `model`, `provider`. There the speed of speech
 * is a word ("slow", "fast"), printed when the message used one.
 */
function presentParameters(intent: Partial<Intent>): Record<string, unknown> {
  const { parameters = {}, requestedModel, requestedProvider } = intent;
  const speedWord = Object.entries(speechSpeeds).find(
    ([, factor]) => factor === parameters.speed,
  )?.[0];
  return withoutUndefined({
    ...parameters,
    duration: parameters.durationSeconds,
    trimStart: parameters.trimStartSeconds,
    trimEnd: parameters.trimEndSeconds,
    speed:
      intent.capability === "video-editing" ? parameters.speed : (speedWord ?? parameters.speed),
    model: requestedModel,
    provider: requestedProvider,
  });
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
