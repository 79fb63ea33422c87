import { z } from "zod";

import type { AdapterRequest, ProviderCall, SubmitResult } from "#activities/providers/adapter.ts";
import { unreadable } from "#activities/providers/http.ts";
import { mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { bytesFile, succeeded } from "#activities/providers/result-file.ts";

import { client, expectFine, statedSchema } from "./minimax-client.ts";

const speechSchema = statedSchema.extend({
  data: z.object({ audio: z.string().nullish() }).nullish(),
  trace_id: z.string().nullish(),
});

const contentTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  pcm: "audio/pcm",
};

/** Synthesizes speech in one request. The response contains the recording in hexadecimal. */
export async function speak(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { language_boost: language, ...values } = mapForProvider(request).values;
  const { data: answer } = await client.json("POST", "/v1/t2a_v2", {
    call,
    paid: true,
    body: {
      model: request.upstreamModel,
      ...toBody(values),
      ...(typeof language === "string" ? { language_boost: languageName(language) } : {}),
      stream: false,
      output_format: "hex",
    },
    schema: speechSchema,
  });
  expectFine(answer, true);
  const digits = answer.data?.audio ?? "";
  if (!/^([\da-f]{2})+$/i.test(digits)) throw unreadable(true, "an answer without sound");
  const format = values["audio_setting.format"];
  const contentType = contentTypes[typeof format === "string" ? format : "mp3"] ?? "";
  const bytes = new Uint8Array(Buffer.from(digits, "hex"));
  const file = bytesFile(bytes, { family: "audio", contentType, paid: true });
  return succeeded({ files: [file] }, answer.trace_id);
}

/** Languages with a vendor-specific name. */
const ownNames: Readonly<Record<string, string>> = {
  yue: "Chinese,Yue",
  nn: "Nynorsk",
  nb: "Norwegian",
  tl: "Filipino",
};

/** English names of all supported languages. */
const known =
  "Chinese English Arabic Russian Spanish French Portuguese German Turkish Dutch Ukrainian Vietnamese Indonesian Japanese Italian Korean Thai Polish Romanian Greek Czech Finnish Hindi Bulgarian Danish Hebrew Malay Persian Slovak Swedish Croatian Filipino Hungarian Norwegian Slovenian Catalan Tamil Afrikaans".split(
    " ",
  );

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/**
 * Converts a language code to the vendor's name; `pt-BR` is Portuguese. Names are passed unchanged, and
 * unsupported languages are detected automatically.
 */
function languageName(language: string): string {
  const [code = ""] = language.toLowerCase().split("-");
  if (!/^[a-z]{2,3}$/.test(code)) return language;
  const name = ownNames[code] ?? names.of(code) ?? "";
  return known.includes(name) || Object.values(ownNames).includes(name) ? name : "auto";
}
