import type { Capability, GenerationRequest, Input } from "@gme/client";

import type { Values } from "#schema-form/fields.ts";

/** File of a slot; without `assetId` while it is being uploaded. */
export interface SlotFile {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly assetId?: string;
}

/** Content of the form of a model. */
export interface Trial {
  readonly capability: string;
  readonly prompt: string;
  readonly files: readonly SlotFile[];
  readonly parameters: Values;
}

/** Body of the generation that a form describes; null while a file is being uploaded. */
export function toGeneration(
  modelId: string,
  { capability, prompt, files, parameters }: Trial,
): GenerationRequest | null {
  if (files.some(({ assetId }) => assetId === undefined)) return null;
  const inputs = files.flatMap(({ kind, assetId }) =>
    assetId === undefined ? [] : [{ kind: kind as Input["kind"], assetId }],
  );
  const words = prompt.trim();
  return {
    capability: capability as Capability,
    model: modelId,
    ...(words === "" ? {} : { prompt: words }),
    ...(inputs.length === 0 ? {} : { inputs }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
}

/** The form of a body that was written as JSON; null for text that is not such a body. */
export function toTrial(text: string, { files }: Trial): Trial | null {
  try {
    const body = JSON.parse(text) as Partial<GenerationRequest> | null;
    if (typeof body !== "object" || body === null || typeof body.capability !== "string")
      return null;
    const kept = (body.inputs ?? []).flatMap(({ kind, assetId }) =>
      assetId === undefined
        ? []
        : [
            files.find((file) => file.assetId === assetId) ?? {
              id: assetId,
              kind,
              name: assetId,
              assetId,
            },
          ],
    );
    return {
      capability: body.capability,
      prompt: body.prompt ?? "",
      files: kept,
      parameters: body.parameters ?? {},
    };
  } catch {
    return null;
  }
}
