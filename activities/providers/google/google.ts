import { z } from "zod";

import type {
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { unreadable } from "#activities/providers/http.ts";
import { base64Schema, type Base64 } from "#activities/providers/large-base64.ts";
import { inputsAt, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { base64File, succeeded, textFile } from "#activities/providers/result-file.ts";
import { AppError } from "#domain/errors.ts";

import { client, promptOr, inlineFiles } from "./google-client.ts";
import { film, pollFilm, stopFilm } from "./google-omni.ts";

/**
 * Adapter of the Gemini API (types of @google/genai 3.1.0, 2026-11). Responses contain images and
 * descriptions, with files as base64 in both directions; videos are interactions. A refusal has status 200,
 * its reason in `promptFeedback` or `finishReason`. Thinking may add intermediate images to the parts, marked
 * as thoughts. There is no idempotency key and no list.
 *
 * Veo is called at Google Cloud (google-cloud.ts), because the Gemini API no longer offers it. Not verified:
 * whether Gemini fetches images at the engine's URLs, so they are always sent as data.
 */
export const google: ProviderAdapter = {
  async submit(request, call) {
    if (request.capability === "vision-analysis") return describe(request, call);
    return request.contentType === "video" ? film(request, call) : draw(request, call);
  },
  poll: pollFilm,
  cancel: stopFilm,
  async checkHealth(call) {
    await client.nothing("GET", "/models", { call, paid: false, query: { pageSize: "1" } });
  },
};

const answerSchema = z.object({
  responseId: z.string().nullish(),
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(
                z.object({
                  text: z.string().nullish(),
                  thought: z.boolean().nullish(),
                  inlineData: z
                    .object({ mimeType: z.string().nullish(), data: base64Schema })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .min(1),
});

type Parts = readonly {
  readonly text?: string | null | undefined;
  readonly inlineData?:
    | { readonly mimeType?: string | null | undefined; readonly data: Base64 }
    | null
    | undefined;
}[];

async function draw(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { parts, id } = await generate(request, call, {
    usual: "Improve this picture.",
    config: { responseModalities: ["IMAGE"] },
  });
  const pictures = parts.flatMap(({ inlineData }) => inlineData ?? []);
  const files = await Promise.all(
    pictures.map(async ({ data, mimeType }) =>
      base64File(data, { family: "image", contentType: mimeType ?? "image/png", paid: true }),
    ),
  );
  if (files.length > 0) return succeeded({ files }, id);
  const reason = textOf(parts).slice(0, 300) || "an answer without a picture";
  throw new AppError("provider_failed", { details: { reason } });
}

async function describe(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const own = request.parameters.modelParameters ?? {};
  const isJson =
    own["generationConfig.responseSchema"] !== undefined ||
    own["generationConfig.responseMimeType"] === "application/json";
  const { parts, id } = await generate(request, call, {
    usual: "Describe this.",
    // Gemini refuses a schema without this MIME type.
    config: isJson ? { responseMimeType: "application/json" } : {},
  });
  const text = textOf(parts);
  if (text === "") throw unreadable(true, "an answer without text");
  const file = textFile(text, isJson ? "application/json" : "text/plain");
  return succeeded({ files: [file] }, id);
}

async function generate(
  request: AdapterRequest,
  call: ProviderCall,
  { usual, config }: { usual: string; config: object },
): Promise<{ parts: Parts; id: string | undefined }> {
  const { values, inputs } = mapForProvider(request);
  const { "contents[].parts[].text": prompt, ...settings } = values;
  const given = inputsAt(request, inputs["contents[].parts[].inlineData"] ?? []);
  const files = inlineFiles(given);
  const parts = [...files.map((inlineData) => ({ inlineData })), { text: promptOr(prompt, usual) }];
  const { generationConfig } = toBody(settings);
  const path = `/models/${encodeURIComponent(request.upstreamModel)}:generateContent`;
  const { data } = await client.json("POST", path, {
    call,
    paid: true,
    body: {
      contents: [{ role: "user", parts }],
      generationConfig: { ...(generationConfig as object | undefined), ...config },
    },
    hasBase64: true,
    schema: answerSchema,
  });
  const said = data.candidates.flatMap(({ content }) => content?.parts ?? []);
  return {
    parts: said.filter(({ thought }) => thought !== true),
    id: data.responseId ?? undefined,
  };
}

function textOf(parts: Parts): string {
  return parts.flatMap(({ text }) => text ?? []).join("");
}
