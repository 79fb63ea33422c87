import type { Engine } from "../engine.ts";
import type { ChatRequest, GenerationRequest, Input, InputKind } from "../generated/types.ts";
import { uploadAsset, type UploadSource } from "../upload-asset.ts";

/** File that is uploaded before the request is sent. */
export interface FileInput {
  readonly kind: InputKind;
  readonly file: UploadSource;
  readonly name?: string | undefined;
}

type WithFiles<Body> = Omit<Body, "inputs" | "dryRun"> & {
  readonly inputs?: readonly (Input | FileInput)[] | undefined;
};

/** A message, or a structured request with a capability; inputs may be files. */
export type RunRequest = WithFiles<ChatRequest> | WithFiles<GenerationRequest>;

const uploadsAtOnce = 4;

/** Uploads the files of a request. Returns the body of `createChatJob` or `createGeneration`. */
export async function uploadInputs(
  engine: Engine,
  { inputs, ...request }: RunRequest,
  signal: AbortSignal | undefined,
): Promise<ChatRequest | GenerationRequest> {
  if (inputs === undefined) return request;
  const uploaded: Input[] = [];
  for (let start = 0; start < inputs.length; start += uploadsAtOnce) {
    const batch = inputs.slice(start, start + uploadsAtOnce).map(async (input): Promise<Input> => {
      if (!("file" in input)) return input;
      const { assetId } = await uploadAsset(engine, input.file, { name: input.name, signal });
      return { kind: input.kind, assetId };
    });
    uploaded.push(...(await Promise.all(batch)));
  }
  return { ...request, inputs: uploaded };
}
