import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import { inputsAt, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";
import { extensionOf } from "#storage/media-type.ts";

import { promptClient, questions } from "./comfy-client.ts";
import { definitionOf, fillWorkflow, promptIdOf, randomValues } from "./definition.ts";
import { findPrompt, pollPrompt, stopPrompt } from "./prompt-state.ts";

const inputBytesMax = 100_000_000;

const acceptedSchema = z.object({ prompt_id: z.string() });
const handleSchema = z.object({ id: z.string() });

/**
 * Adapter of ComfyUI (its server.py and execution.py of 0.3.64, which also ran; the reading of 0.36.0 in Comfy's documentation,
 * 2026-11). The engine names each prompt. ComfyUI runs a repeated name twice, so a prompt is only sent when the queue and the
 * history do not have its name. Not verified: the paths of newer versions under /api/jobs, which the adapter does not need.
 */
export const comfyui: ProviderAdapter = {
  async submit(request, call) {
    const definition = definitionOf(request);
    const id = promptIdOf(call.idempotencyKey);
    const accepted = { state: "accepted", handle: { id }, providerRequestId: id } as const;
    if ((await findPrompt(id, call)) !== null) return accepted;
    const { values, inputs } = mapForProvider(request);
    const { idempotencyKey } = call;
    const prompt = fillWorkflow(definition, {
      ...values,
      ...randomValues(definition, request, { values, idempotencyKey }),
      ...(await uploadInputs(request, inputs, call)),
    });
    try {
      await promptClient(definition).json("POST", "/prompt", {
        call,
        paid: true,
        body: {
          prompt,
          prompt_id: id,
          client_id: "gme",
          // Returned with the history, so a poll needs no row: the workflow may have changed since.
          extra_data: { gme: { contentType: request.contentType, output: definition.output } },
        },
        schema: acceptedSchema,
      });
    } catch (error) {
      // A 200 with errors of some nodes: the server has queued the rest of the workflow.
      if (isRefused(error)) await stopPrompt(id, call).catch(ignoreUnreachable);
      throw error;
    }
    return accepted;
  },

  async lookup(idempotencyKey, call) {
    const id = promptIdOf(idempotencyKey);
    return (await findPrompt(id, call)) === null ? null : { id };
  },

  async poll(handle, call) {
    return pollPrompt(handleSchema.parse(handle).id, call);
  },

  async cancel(handle, call) {
    await stopPrompt(handleSchema.parse(handle).id, call);
  },

  async checkHealth(call) {
    try {
      await questions.nothing("GET", "/system_stats", { call, paid: false });
    } catch (error) {
      // A server that loads a model is slow, not unavailable.
      if (!call.signal.aborted) throw error;
    }
  },
};

function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.details["status"] === 200;
}

/** The refusal counts: what is left in the queue makes no result that the engine reads. */
function ignoreUnreachable(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

const uploadedSchema = z.object({ name: z.string().min(1), subfolder: z.string().nullish() });

/** Uploads each input under its hash, and returns the name that the server gave the file, by parameter. */
async function uploadInputs(
  request: AdapterRequest,
  inputs: MappedRequest["inputs"],
  call: ProviderCall,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const [parameter, ordinals] of Object.entries(inputs)) {
    const [input] = inputsAt(request, ordinals);
    if (input !== undefined) names[parameter] = await upload(input, call);
  }
  return names;
}

async function upload(input: AdapterInput, call: ProviderCall): Promise<string> {
  checkBytes(input, inputBytesMax);
  const fileName = `${input.sha256}.${extensionOf(input.contentType)}`;
  const { data } = await questions.json("POST", "/upload/image", {
    call,
    paid: false,
    form: [
      { name: "image", fileName, file: input },
      { name: "type", value: "input" },
      { name: "subfolder", value: "gme" },
      { name: "overwrite", value: "true" },
    ],
    timeoutMs: uploadTimeoutMs,
    schema: uploadedSchema,
  });
  const { name, subfolder } = data;
  return subfolder == null || subfolder === "" ? name : `${subfolder}/${name}`;
}

const uploadTimeoutMs = 60_000;
