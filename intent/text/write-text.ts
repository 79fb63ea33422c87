import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import { toModelSettings, type IntentParserSettings } from "#intent/chain.ts";
import { loadChatModel } from "#intent/model/chat-model.ts";

export interface TextOrder {
  readonly instruction: string;
  readonly maxWords: number;
}

/** Writes a text with one request to a language model. Throws on any failure and after the timeout. */
export type WriteText = (order: TextOrder, signal: AbortSignal) => Promise<string>;

/** Enough for 2,000 words in a language whose words take several tokens. */
const tokensMax = 8_000;
const textCharactersMax = 20_000;

/** Returns null without a language model. The provider's package is loaded for the first text. */
export function createWriteText(settings: IntentParserSettings): WriteText | null {
  const model = toModelSettings(settings);
  if (model === undefined) return null;
  let loading: Promise<BaseChatModel> | undefined;
  return async ({ instruction, maxWords }, signal) => {
    loading ??= loadChatModel(model, { tokensMax });
    const chatModel = await loading;
    const prompt = [
      { role: "system", content: rules(maxWords) },
      { role: "user", content: instruction },
    ];
    const timeout = AbortSignal.timeout(model.timeoutMs);
    const { text } = await chatModel.invoke(prompt, { signal: AbortSignal.any([signal, timeout]) });
    const written = firstWords(text.trim(), maxWords).slice(0, textCharactersMax);
    if (written === "") throw new Error("The language model wrote nothing.");
    return written;
  };
}

function rules(maxWords: number): string {
  return `You write one text for a film, a picture or a recording.
Answer with the text alone: no title, no quotation marks around it, no remarks, no formatting.
Write in the language of the instruction, at most ${maxWords} words.`;
}

/** Cuts a text that is too long after its last whole sentence. */
export function firstWords(text: string, maxWords: number): string {
  const words = text.matchAll(/\S+/g);
  let end = 0;
  let count = 0;
  for (const { 0: word, index } of words) {
    count += 1;
    if (count > maxWords) {
      const kept = text.slice(0, end);
      return /^.*[.!?…。！？]["”’»)]*(?=\s|$)/su.exec(kept)?.[0] ?? kept;
    }
    end = index + word.length;
  }
  return text;
}
