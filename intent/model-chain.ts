import { RunnableLambda } from "@langchain/core/runnables";
import type { Runnable } from "@langchain/core/runnables";

import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { createAskModel } from "./ask-model.ts";
import type { ModelSettings } from "./chat-model.ts";
import type { EmbeddedParser } from "./embedded-parser.ts";
import { mergeAnswer } from "./merge-answer.ts";
import { possibleCapabilities } from "./possible-capabilities.ts";

const modelFailed =
  "The language model could not be used; the embedded parser read this message instead.";

/** Creates the chain that asks a language model, with the embedded parser as its fallback. */
export function createModelChain(
  model: ModelSettings,
  readEmbedded: EmbeddedParser,
): Runnable<MessageToParse, ParsedMessage> {
  const askModel = createAskModel(model);
  const withModel = RunnableLambda.from<MessageToParse, ParsedMessage>(async (input, options) => {
    const embedded = readEmbedded(input);
    if (!/[\p{L}\p{N}]/u.test(input.message) || possibleCapabilities(input).length === 0) {
      return embedded;
    }
    const answer = await askModel(input, options.signal);
    return mergeAnswer({ input, embedded, answer, model: model.model });
  });
  const embeddedInstead = RunnableLambda.from<MessageToParse, ParsedMessage>((input) =>
    noteFailure(readEmbedded(input)),
  );
  return withModel.withFallbacks([embeddedInstead]);
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
          assumptions: [...parsed.intent.assumptions, modelFailed],
        },
      };
    case "unsupported":
      return parsed;
  }
}
