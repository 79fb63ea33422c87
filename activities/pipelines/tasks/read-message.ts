import type { GenerationParameters } from "#domain/requests/intent.ts";

import type { PerformTask } from "./index.ts";

/** Parameters of an intent that expressions can use; the type `IntentParameters` has the same. */
const parameterNames = [
  "aspectRatio",
  "width",
  "height",
  "durationSeconds",
  "count",
  "style",
  "language",
  "seed",
  "negativePrompt",
] as const satisfies (keyof GenerationParameters)[];

/** Parses the message of a `read` step. A message that leaves something open fails the step with the question. */
export const readMessage: PerformTask = async ({ request }, { parseMessage }, signal) => {
  const message = String(request["message"]);
  const parsed = await parseMessage({ message, attachments: [] }, { signal });
  if (parsed.outcome !== "parsed") {
    const reason = parsed.outcome === "unsupported" ? parsed.reason : parsed.question.text;
    return { status: "failed", error: { code: "intent_unsupported", message: reason } };
  }
  const { capability, subject, parameters } = parsed.intent;
  const stated = parameterNames.flatMap((name) =>
    parameters[name] === undefined ? [] : [[name, parameters[name]] as const],
  );
  return {
    status: "completed",
    value: { intent: { capability, subject, parameters: Object.fromEntries(stated) } },
  };
};
