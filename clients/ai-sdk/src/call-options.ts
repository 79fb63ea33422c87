import { InvalidArgumentError, type JSONObject } from "@ai-sdk/provider";
import type {
  Capability,
  EditOperation,
  GenerationParameters,
  GenerationRequest,
  Input,
} from "@gme/client";

type Parameters = Omit<GenerationParameters, "operations" | "modelParameters"> & {
  readonly operations?: (
    | string
    | { operation: EditOperation["operation"]; parameters?: JSONObject }
  )[];
  /** Parameters of the model by their own names. */
  readonly modelParameters?: JSONObject;
};

/**
 * Fields of `providerOptions.gme`: those of the engine's requests that the AI SDK has no setting for. A type and no
 * interface, because the AI SDK takes JSON objects.
 */
export type MediaEngineCallOptions = Pick<
  GenerationRequest,
  "routing" | "maxCredits" | "metadata" | "webhookUrl" | "provider" | "estimateId"
> & {
  readonly parameters?: Parameters;
  /** Kind of work, such as `upscaling`. Default: results from the function and the files. */
  readonly capability?: Capability;
  /** Input files in addition to those of the call. */
  readonly inputs?: Input[];
};

const names: ReadonlySet<string> = new Set<keyof MediaEngineCallOptions>([
  "parameters",
  "routing",
  "maxCredits",
  "metadata",
  "webhookUrl",
  "provider",
  "estimateId",
  "capability",
  "inputs",
]);

/** Reads the options of this provider. The engine validates the values; names that it would not read are refused. */
export function readCallOptions(
  name: string,
  providerOptions: Readonly<Record<string, object>> | undefined,
): MediaEngineCallOptions {
  const options = providerOptions?.[name] ?? {};
  const unknown = Object.keys(options).filter((key) => !names.has(key));
  if (unknown.length === 0) return options;
  throw new InvalidArgumentError({
    argument: `providerOptions.${name}`,
    message:
      `providerOptions.${name} has unknown fields: ${unknown.join(", ")}. ` +
      `It takes ${[...names].join(", ")}; parameters of the model belong in parameters.`,
  });
}
