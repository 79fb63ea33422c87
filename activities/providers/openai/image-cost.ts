import { z } from "zod";

const tokens = z.number().nonnegative();

/** `ImagesResponse.Usage` of openai 7.55.0. */
export const usageSchema = z
  .object({
    input_tokens_details: z.object({ text_tokens: tokens, image_tokens: tokens }),
    output_tokens: tokens,
  })
  .nullish()
  .catch(null);

/**
 * US dollars per million tokens of every GPT Image model in the catalog (OpenAI's price list, 2026-11). Cached
 * input tokens cost less, but are not reported separately.
 */
const usdPerMillion = { text: 5, image: 8, output: 30 };

/** Cost of a response, from its tokens. */
export function costOf(usage: z.output<typeof usageSchema>): { costUsd?: number } {
  if (usage == null) return {};
  const { input_tokens_details: input, output_tokens: output } = usage;
  const usd =
    input.text_tokens * usdPerMillion.text +
    input.image_tokens * usdPerMillion.image +
    output * usdPerMillion.output;
  return { costUsd: usd / 1e6 };
}
