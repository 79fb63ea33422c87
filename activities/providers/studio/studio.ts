import { z } from "zod";

import type {
  AdapterResult,
  InputFile,
  OperationRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { requestJson, requestNothing } from "#activities/providers/http.ts";
import { mapForProvider } from "#activities/providers/map-for-provider.ts";
import { AppError } from "#domain/errors.ts";

/** Protocol of studio: docs/studio-protocol.md. */
const generationSchema = z.object({
  id: z.string(),
  status: z.enum(["queued", "running", "succeeded", "failed", "canceled"]),
  progress: z.number().nullish(),
  etaSeconds: z.number().nullish(),
  seed: z.number().nullish(),
  engine: z
    .object({ name: z.string(), tier: z.string().optional(), limitation: z.string().optional() })
    .nullish(),
  outputs: z
    .array(
      z.object({
        path: z.string(),
        contentType: z.string(),
        width: z.number().nullish(),
        height: z.number().nullish(),
        durationSeconds: z.number().nullish(),
        text: z.string().nullish(),
      }),
    )
    .nullish(),
  error: z.object({ code: z.string(), message: z.string() }).nullish(),
});
type StudioGeneration = z.output<typeof generationSchema>;

const listSchema = z.object({ data: z.array(generationSchema) });
const handleSchema = z.object({ id: z.string() });

export const studio: ProviderAdapter = {
  async submit(request, call) {
    const { prompt, ...parameters } = mapForProvider(request).values;
    return send(request, { capability: request.capability, prompt, parameters }, call);
  },

  async perform(request, call) {
    const { name, parameters } = request.operation;
    return send(request, { operation: name, parameters }, call);
  },

  async poll(handle, call) {
    const { id } = handleSchema.parse(handle);
    const generation = await requestJson("GET", `/v1/generations/${encodeURIComponent(id)}`, {
      call,
      paid: false,
      schema: generationSchema,
    });
    return toPollResult(generation, call);
  },

  async cancel(handle, call) {
    const { id } = handleSchema.parse(handle);
    await requestNothing("POST", `/v1/generations/${encodeURIComponent(id)}/cancel`, {
      call,
      paid: false,
    });
  },

  async lookup(idempotencyKey, call) {
    const { data } = await requestJson(
      "GET",
      `/v1/generations?idempotencyKey=${encodeURIComponent(idempotencyKey)}`,
      { call, paid: false, schema: listSchema },
    );
    const found = data[0];
    return found === undefined ? null : { id: found.id };
  },

  async checkHealth(call) {
    await requestNothing("GET", "/health", { call, paid: false });
  },
};

async function send(
  { upstreamModel, inputs }: Pick<OperationRequest, "upstreamModel" | "inputs">,
  work: Readonly<Record<string, unknown>>,
  call: ProviderCall,
): Promise<SubmitResult> {
  for (const input of inputs) await uploadInput(input, call);
  const generation = await requestJson("POST", "/v1/generations", {
    call,
    paid: true,
    headers: { "idempotency-key": call.idempotencyKey },
    body: {
      model: upstreamModel,
      ...work,
      inputs: inputs.map(({ kind, sha256 }) => ({ kind, sha256 })),
    },
    schema: generationSchema,
    dialect,
  });
  // A repeated idempotency key may find a finished generation.
  if (generation.status === "succeeded") {
    return {
      state: "succeeded",
      result: toResult(generation, call),
      providerRequestId: generation.id,
    };
  }
  return { state: "accepted", handle: { id: generation.id }, providerRequestId: generation.id };
}

/** Uploads an input under its hash, because studio fetches no URLs. Idempotent. */
async function uploadInput(input: InputFile, call: ProviderCall): Promise<void> {
  await requestNothing("PUT", `/v1/inputs/${input.sha256}`, {
    call,
    paid: false,
    stream: input,
    dialect,
  });
}

function toPollResult(generation: StudioGeneration, call: ProviderCall): PollResult {
  switch (generation.status) {
    case "queued":
    case "running":
      return {
        state: "running",
        ...(generation.progress == null ? {} : { fraction: generation.progress }),
        ...(generation.etaSeconds == null ? {} : { etaSeconds: Math.ceil(generation.etaSeconds) }),
      };
    case "canceled":
      return { state: "canceled" };
    case "failed":
      throw new AppError(
        generation.error?.code === "invalid_input" ? "provider_rejected" : "provider_failed",
        { details: { reason: generation.error?.message ?? "no reason given" } },
      );
    case "succeeded":
      return { state: "succeeded", result: toResult(generation, call) };
  }
}

function toResult(generation: StudioGeneration, call: ProviderCall): AdapterResult {
  const files = (generation.outputs ?? []).map((output) => ({
    source: { url: `${call.baseUrl.replace(/\/+$/, "")}${output.path}` },
    contentType: output.contentType,
    ...(output.width == null ? {} : { width: output.width }),
    ...(output.height == null ? {} : { height: output.height }),
    ...(output.durationSeconds == null ? {} : { durationSeconds: output.durationSeconds }),
    ...(output.text == null ? {} : { text: output.text }),
  }));
  const { engine, seed } = generation;
  return {
    files,
    ...(engine == null
      ? {}
      : {
          engine: {
            name: engine.name,
            ...(engine.tier === undefined ? {} : { tier: engine.tier }),
            ...(engine.limitation === undefined ? {} : { limitation: engine.limitation }),
          },
        }),
    ...(seed == null ? {} : { seed }),
  };
}

const errorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

/** Reads studio's errors. Their issues become part of the job's error. */
const dialect: ErrorDialect = {
  read(body) {
    const parsed = errorSchema.safeParse(body);
    if (!parsed.success) return { words: [] };
    const { code, message, issues } = parsed.data.error;
    const reason = issues?.map((issue) => `${issue.path}: ${issue.message}`).join("; ") ?? message;
    return { words: [code], reason };
  },
  rules: [
    { status: [400, 404, 413, 422], words: ["input_too_large"], code: "input_too_large" },
    { status: [400, 401, 403, 404, 413, 415, 422], words: [/./], code: "provider_rejected" },
    // Final: this version of studio has no engine for the capability.
    { status: 501, code: "provider_rejected" },
  ],
};
