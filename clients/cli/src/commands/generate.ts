import type { Capability, GenerationRequest, Input } from "@gme/client";

import { CliError } from "../cli-error.ts";
import { connect, type ConnectionOptions } from "../connection.ts";
import { parseParameters } from "../parse-parameters.ts";
import { readInputs, readText } from "../read-inputs.ts";
import { runJob, type JobOptions } from "../run-job.ts";

export interface RequestOptions extends ConnectionOptions, JobOptions {
  readonly capability?: string;
  readonly model?: string;
  readonly prompt?: string;
  readonly param?: readonly string[];
  readonly input?: readonly string[];
}

/** The sentence form: `gme "a red fox at night"`. */
export async function sendMessage(
  words: readonly string[],
  options: RequestOptions,
): Promise<void> {
  const message = await readText(words.join(" "));
  if (message === "") throw new CliError("The message is empty.");
  const { engine } = await connect(options);
  const request = { message, parseIntent: true, ...(await requestParts(engine, options)) };
  await runJob(engine, request, options);
}

export async function generate(options: RequestOptions): Promise<void> {
  const { capability, prompt } = options;
  if (capability === undefined) {
    throw new CliError("Add the kind of generation, such as -c text-to-image. See: gme models ls");
  }
  const { engine } = await connect(options);
  const text = prompt === undefined ? undefined : await readText(prompt);
  await runJob(
    engine,
    {
      capability: capability as Capability,
      ...(text === undefined ? {} : { prompt: text }),
      ...(await requestParts(engine, options)),
    },
    options,
  );
}

async function requestParts(
  engine: Parameters<typeof readInputs>[0],
  { model, param = [], input = [] }: RequestOptions,
): Promise<Omit<GenerationRequest, "capability">> {
  const parameters = parseParameters(param);
  const inputs: Input[] = await readInputs(engine, input);
  return {
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(inputs.length === 0 ? {} : { inputs }),
  };
}

/** `gme edit|upscale|speak|transcribe|describe`: the capability follows from the kind of the file. */
export async function generateFrom(
  verb: string,
  [first, ...words]: readonly string[],
  options: RequestOptions,
): Promise<void> {
  const { engine } = await connect(options);
  const text = words.join(" ").trim();
  if (verb === "speak") {
    const prompt = options.prompt ?? [first ?? "-", ...words].join(" ");
    await generate({ ...options, capability: "text-to-speech", prompt });
    return;
  }
  const given = [...(first === undefined ? [] : [first]), ...(options.input ?? [])];
  if (given.length === 0)
    throw new CliError(`Add the file: gme ${verb} photo.png, or - for standard input.`);
  const inputs = await readInputs(engine, given);
  const kind = inputs.find((input) => input.kind !== "mask")?.kind ?? "image";
  const hasMask = inputs.some((input) => input.kind === "mask");
  const capability = capabilityOf(verb, kind, hasMask);
  const prompt = options.prompt === undefined ? text : await readText(options.prompt);
  if (verb === "edit" && prompt === "") {
    throw new CliError('Say what to change: gme edit photo.png "make it snow"');
  }
  const parts = await requestParts(engine, { ...options, input: [] });
  const isText = verb === "transcribe" || verb === "describe";
  await runJob(
    engine,
    { capability, ...parts, inputs, ...(prompt === "" ? {} : { prompt }) },
    isText && options.output === undefined && options.json !== true
      ? { ...options, output: "-" }
      : options,
  );
}

function capabilityOf(verb: string, kind: string, hasMask: boolean): Capability {
  if (verb === "upscale") return "upscaling";
  if (verb === "transcribe") return "speech-to-text";
  if (verb === "describe") return "vision-analysis";
  if (hasMask) return "inpainting";
  if (kind === "video") return "video-editing";
  return kind === "audio" ? "speech-to-speech" : "image-to-image";
}
