import { RunnableLambda } from "@langchain/core/runnables";
import type { Runnable } from "@langchain/core/runnables";

import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import { addsResults, isSupportedAlone } from "#intent/check-price.ts";
import type { EmbeddedParser } from "#intent/embedded-parser.ts";
import { askWhetherMeant } from "#intent/follow-up/ask-back.ts";
import { possibleCapabilities } from "#intent/possible-capabilities.ts";

import { createAskModel } from "./ask-model.ts";
import type { ModelSettings } from "./chat-model.ts";
import { mergeAnswer } from "./merge-answer.ts";
import { toModelContext } from "./model-context.ts";
import { readModelRun } from "./model-run.ts";
import { readModelAnswer } from "./read-model-answer.ts";

const modelFailed =
  "The language model could not be used; the embedded parser read this message instead.";

interface EmbeddedReaders {
  /** Reads a message without its conversation. */
  readonly readAlone: EmbeddedParser;
  /** Reads a message with its conversation, when it has one. */
  readonly readEmbedded: EmbeddedParser;
  readonly contextTurns: number;
}

/** Creates the chain that asks a language model, with the embedded parser as its fallback. */
export function createModelChain(
  settings: ModelSettings,
  { readAlone, readEmbedded, contextTurns }: EmbeddedReaders,
): Runnable<MessageToParse, ParsedMessage> {
  const askModel = createAskModel(settings);
  const { model } = settings;
  const withModel = RunnableLambda.from<MessageToParse, ParsedMessage>(
    async (input, { signal }) => {
      const { context } = input;
      const isEmpty = !/[\p{L}\p{N}]/u.test(input.message);
      if (context !== undefined) {
        if (isEmpty) return readEmbedded(input);
        const shown = toModelContext(context, contextTurns);
        const answer = await askModel(input, shown, signal);
        return (
          readModelRun(answer, input, model) ??
          readModelAnswer(answer, { input, context, shown, parse: readAlone, model })
        );
      }
      const embedded = readAlone(input);
      if (isEmpty || possibleCapabilities(input).length === 0) return embedded;
      const answer = await askModel(input, undefined, signal);
      const read =
        readModelRun(answer, input, model) ?? mergeAnswer({ input, embedded, answer, model });
      if (read.outcome !== "parsed") return read;
      const isCertain =
        !addsResults(answer, input.message) && isSupportedAlone(read.intent, embedded);
      return isCertain ? read : askWhetherMeant(read.intent);
    },
  );
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
