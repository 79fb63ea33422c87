import { APICallError, type JSONObject, type SharedV4Warning } from "@ai-sdk/provider";
import {
  JobFailedError,
  type Capability,
  type CompletedJob,
  type GenerationParameters,
  type GenerationRequest,
  type JobHandle,
  type MediaEngine,
  type SubmitOptions,
} from "@gme/client";

import { readCallOptions } from "./call-options.ts";
import { digestInput, uploadInputs, type MediaInput } from "./inputs.ts";
import { automaticModel, type ModelSettings } from "./model-settings.ts";
import { beginOrder, endOrder, withoutKey, type CallHeaders } from "./orders.ts";
import { toCallError } from "./to-call-error.ts";
import { describeChanges, findLacking, type Settings } from "./warnings.ts";

/** A call of the AI SDK in the engine's terms. */
export interface Call {
  readonly capability: Capability;
  readonly prompt?: string | undefined;
  readonly inputs: readonly MediaInput[];
  /** Parameters without which the result would not be what was ordered. */
  readonly required?: GenerationParameters;
  /** Settings that have no effect, with a warning, if the model lacks them. */
  readonly settings: Settings;
  /** Warnings for settings that no model of the engine has. */
  readonly warnings: readonly SharedV4Warning[];
  readonly webhookUrl?: string | undefined;
  readonly options: CommonOptions;
}

/** Options that the calls of all models have. */
export interface CommonOptions {
  readonly providerOptions?: Readonly<Record<string, JSONObject>>;
  readonly headers?: CallHeaders;
  readonly abortSignal?: AbortSignal;
}

export interface Outcome<Result> {
  readonly result: Result;
  readonly warnings: SharedV4Warning[];
}

/** Runs a job to its end and reads its result. Aborting the signal cancels the job. */
export async function runCall<Result>(
  settings: ModelSettings,
  call: Call,
  read: (job: CompletedJob) => Promise<Result>,
): Promise<Outcome<Result>> {
  const { jobTimeoutMs: timeoutMs } = settings;
  return placeOrder(settings, call, async (engine, request, options) => {
    const job = await engine.run(request, { ...options, timeoutMs });
    return { result: await read(job), assumptions: job.routing.assumptions };
  });
}

/** Creates a job. Aborting the signal before the engine has confirmed the job cancels it. */
export async function startCall(settings: ModelSettings, call: Call): Promise<Outcome<JobHandle>> {
  return placeOrder(settings, call, async (engine, request, options) => ({
    result: await engine.submit(request, options),
    assumptions: [],
  }));
}

type Send<Result> = (
  engine: MediaEngine,
  request: GenerationRequest,
  options: SubmitOptions,
) => Promise<{ readonly result: Result; readonly assumptions: readonly string[] }>;

/** Sends the request of a call under the key of its order. Throws the errors of the AI SDK. */
async function placeOrder<Result>(
  settings: ModelSettings,
  call: Call,
  send: Send<Result>,
): Promise<Outcome<Result>> {
  const { orders } = settings;
  const { headers, abortSignal: signal } = call.options;
  const { body, inputs, parameters } = toBody(settings, call);
  const digests = await Promise.all(inputs.map(digestInput));
  const fingerprint = JSON.stringify([body, digests, call.settings, parameters]);
  const order = beginOrder(orders, headers, fingerprint);
  let mayRepeat = false;
  try {
    const engine = settings.engine();
    order.inputs ??= await uploadInputs(engine, inputs, signal);
    const options = { idempotencyKey: order.key, headers: withoutKey(headers), signal };
    const request = { ...body, inputs: order.inputs };
    return await sendSupported(call, parameters, async (supported) =>
      send(engine, { ...request, parameters: supported }, options),
    );
  } catch (error) {
    const isFailedJob = error instanceof JobFailedError;
    // A caller's key names the failed job for good; a new key orders a new one, because the failed one cost nothing.
    const canRepeat = !(isFailedJob && order.isKeyGiven);
    const reported = toCallError(error, { requestBodyValues: body, canRepeat });
    mayRepeat = !isFailedJob && APICallError.isInstance(reported) && reported.isRetryable;
    throw reported;
  } finally {
    endOrder(orders, headers, { order, mayRepeat });
  }
}

/** Sends a request, again without the settings that the model lacks. */
async function sendSupported<Result>(
  { settings, warnings }: Call,
  parameters: GenerationParameters,
  send: (parameters: GenerationParameters) => ReturnType<Send<Result>>,
): Promise<Outcome<Result>> {
  const supported: Record<string, GenerationParameters> = { ...settings };
  const told = [...warnings];
  for (;;) {
    try {
      const all: GenerationParameters[] = [...Object.values(supported), parameters];
      const { result, assumptions } = await send(Object.assign({}, ...all) as GenerationParameters);
      return { result, warnings: [...told, ...describeChanges(assumptions, supported)] };
    } catch (error) {
      // Each round leaves out at least one setting, so there are no more rounds than settings.
      const lacking = findLacking(error, supported);
      if (lacking.length === 0) throw error;
      for (const { feature } of lacking) delete supported[feature];
      told.push(...lacking);
    }
  }
}

function toBody(
  { name, modelId }: ModelSettings,
  { capability, prompt, inputs, required, webhookUrl, options }: Call,
) {
  const own = readCallOptions(name, options.providerOptions);
  const { inputs: more = [], parameters, ...others } = own;
  const body = {
    capability,
    ...(modelId === automaticModel ? {} : { model: modelId }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...others,
  };
  return { body, inputs: [...inputs, ...more], parameters: { ...required, ...parameters } };
}
