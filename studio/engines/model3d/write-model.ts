import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type {
  EngineContext,
  EngineDescription,
  EngineRequest,
  EngineResult,
} from "#studio/engine.ts";
import type { Issue } from "#studio/errors.ts";

import { drawPreview, previewSize } from "./draw-preview.ts";
import type { Mesh } from "./mesh.ts";
import { writeGlb } from "./write-glb.ts";

export function checkModelFormat({ parameters }: EngineRequest): readonly Issue[] {
  const { format } = parameters;
  if (format === undefined || /^\.?glb$/iu.test(format)) return [];
  return [{ path: "parameters.format", message: "Models are written as glb." }];
}

/** Writes a model as binary glTF, and its preview as the second output. */
export async function writeModel(
  meshes: readonly Mesh[],
  { title, engine }: { readonly title: string; readonly engine: EngineDescription },
  context: EngineContext,
): Promise<EngineResult> {
  const note = `Made by a program (${engine.name}): ${engine.limitation}`;
  const model = await writeGlb(meshes, { title: title.slice(0, 200), note });
  context.progress(0.7, "drawing");
  context.signal.throwIfAborted();
  const preview = await drawPreview(meshes);
  const modelPath = join(context.workFolder, "model.glb");
  const previewPath = join(context.workFolder, "preview.png");
  await Promise.all([writeFile(modelPath, model), writeFile(previewPath, preview)]);
  return {
    engine,
    outputs: [
      { path: modelPath, contentType: "model/gltf-binary" },
      { path: previewPath, contentType: "image/png", width: previewSize, height: previewSize },
    ],
  };
}
