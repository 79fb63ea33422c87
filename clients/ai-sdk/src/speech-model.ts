import {
  type SharedV4Warning,
  type SpeechModelV4,
  type SpeechModelV4CallOptions,
} from "@ai-sdk/provider";

import { jobMetadata, readFile, responseOf } from "./job-metadata.ts";
import type { ModelSettings } from "./model-settings.ts";
import { runCall, type Call } from "./run-call.ts";
import { toSettings, unsupported } from "./warnings.ts";

export function createSpeechModel(settings: ModelSettings): SpeechModelV4 {
  const { name, modelId } = settings;
  return {
    specificationVersion: "v4",
    provider: `${name}.speech`,
    modelId,
    async doGenerate(options) {
      const { result, warnings } = await runCall(settings, toCall(options), async (job) => {
        const { output } = job;
        const metadata = jobMetadata(job);
        return {
          audio: await readFile(output, options.abortSignal),
          usage: { credits: job.billing.capturedCredits },
          providerMetadata: { [name]: { ...metadata, outputId: output.outputId, url: output.url } },
          response: {
            ...responseOf(job, modelId),
            headers: { "content-type": output.contentType },
          },
        };
      });
      return { ...result, warnings };
    },
  };
}

function toCall(options: SpeechModelV4CallOptions): Call {
  const { text, voice, outputFormat, instructions, speed, language } = options;
  const warnings: SharedV4Warning[] =
    instructions === undefined
      ? []
      : [
          unsupported(
            "instructions",
            "The engine has no common parameter for instructions. A model with an own one takes it in " +
              "providerOptions.gme.parameters.modelParameters.",
          ),
        ];
  return {
    capability: "text-to-speech",
    prompt: text,
    inputs: [],
    settings: toSettings({
      voice: voice === undefined ? undefined : { voice: { name: voice } },
      outputFormat: outputFormat === undefined ? undefined : { format: outputFormat },
      speed: speed === undefined ? undefined : { speed },
      language: language === undefined || language === "auto" ? undefined : { language },
    }),
    warnings,
    options,
  };
}
