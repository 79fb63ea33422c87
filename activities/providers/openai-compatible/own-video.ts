import { z } from "zod";

import type {
  AdapterRequest,
  PollResult,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { inputsAt, mapForProvider, toFormParts } from "#activities/providers/map-for-provider.ts";
import { responseFile } from "#activities/providers/response-file.ts";
import { AppError } from "#domain/errors.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { client, filePart, questions } from "./own-client.ts";

/** Limit for a video, which is held in memory. */
const videoBytesMax = 256 * 1024 * 1024;

const videoSchema = z.object({
  id: z.string().min(1),
  status: z.string().nullish(),
  progress: z.number().nullish().catch(null),
});
const handleSchema = z.object({ id: z.string() });

/** Starts a video. The body is a form, as the official client sends it and vLLM-Omni reads it. */
export async function film(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values, inputs } = mapForProvider(request);
  const files = Object.entries(inputs).flatMap(([name, ordinals]) =>
    inputsAt(request, ordinals).map((input) => filePart(name, input)),
  );
  const { data } = await client.json("POST", "/videos", {
    call,
    paid: true,
    form: [...toFormParts({ model: request.upstreamModel, ...values }), ...files],
    schema: videoSchema,
  });
  return { state: "accepted", handle: { id: data.id }, providerRequestId: data.id };
}

export async function pollFilm(handle: ProviderHandle, call: ProviderCall): Promise<PollResult> {
  const { id } = handleSchema.parse(handle);
  const place = `/videos/${encodeURIComponent(id)}`;
  const { data } = await questions.json("GET", place, { call, paid: false, schema: videoSchema });
  switch (data.status ?? "") {
    case "completed": {
      const answer = await questions.answer("GET", `${place}/content`, {
        call,
        paid: false,
        headers: { accept: "*/*" },
        responseBytesMax: videoBytesMax,
      });
      const options = { family: "video", contentType: "video/mp4", paid: false } as const;
      return { state: "succeeded", result: { files: [responseFile(answer, options)] } };
    }
    case "failed":
      throw new AppError("provider_failed", {
        details: { reason: "the server reports a failure" },
      });
    default:
      // "queued", "in_progress" and unknown values: only "completed" is a result.
      return {
        state: "running",
        ...(data.progress == null
          ? {}
          : { fraction: Math.min(1, Math.max(0, data.progress / 100)) }),
      };
  }
}
