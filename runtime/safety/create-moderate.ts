import { z } from "zod";

import { AppError } from "#domain/errors.ts";
import {
  categoryCharactersMax,
  type Moderate,
  type ModeratedInput,
  unnamedCategory,
} from "#domain/safety/moderation.ts";

import { postJson } from "./post-json.ts";

export interface ModerationSettings {
  /** Base URL of an API with `POST /moderations`, such as https://api.openai.com/v1. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
}

const responseBytesMax = 4_194_304;
const categoriesMax = 100;

const responseSchema = z.object({
  results: z.array(
    z.object({
      flagged: z.boolean(),
      // Services leave out categories, or set them to null, that do not apply to an input.
      categories: z.record(z.string().max(categoryCharactersMax), z.boolean().nullish()),
    }),
  ),
});

/** Creates a client of a moderation service in OpenAI's form. One request has several texts, or one image. */
export function createModerate({ url, apiKey, model }: ModerationSettings): Moderate {
  const endpoint = `${url.replace(/\/+$/, "")}/moderations`;
  return async (inputs, { signal }) => {
    try {
      const response = await postJson(endpoint, {
        service: "the moderation service",
        apiKey,
        body: { model, input: toInput(inputs) },
        bytesMax: responseBytesMax,
        signal,
      });
      const { results } = responseSchema.parse(response);
      if (results.length !== inputs.length) {
        throw new Error(`expected ${inputs.length} results, received ${results.length}`);
      }
      return results.map(({ flagged, categories }) => {
        const named = Object.keys(categories).filter((name) => categories[name] === true);
        if (named.length > 0) return named.slice(0, categoriesMax);
        return flagged ? [unnamedCategory] : [];
      });
    } catch (cause) {
      throw new AppError("moderation_unavailable", { cause });
    }
  };
}

function toInput(inputs: readonly ModeratedInput[]): unknown {
  const [first] = inputs;
  return first?.kind === "image"
    ? [{ type: "image_url", image_url: { url: first.dataUrl } }]
    : inputs.map((input) => (input.kind === "text" ? input.text : ""));
}
