import {
  parseModelsFile,
  type OwnCatalog,
  type ReadWorkflow,
} from "#catalog/own/read-models-file.ts";
import { parseWorkflow } from "#catalog/own/workflow.ts";

/** Draws an image of one color and enlarges it: no node needs weights. */
export const drawing = {
  "1": {
    class_type: "EmptyImage",
    inputs: { width: 64, height: 64, batch_size: 1, color: 255 },
    _meta: { title: "Color" },
  },
  "2": {
    class_type: "ImageScaleBy",
    inputs: { image: ["1", 0], upscale_method: "lanczos", scale_by: 1 },
  },
  "9": { class_type: "SaveImage", inputs: { images: ["2", 0], filename_prefix: "gme" } },
};

/** Enlarges an image that is uploaded before, and shows a preview, which is no result. */
const enlarging = {
  "1": { class_type: "LoadImage", inputs: { image: "example.png" } },
  "2": {
    class_type: "ImageScaleBy",
    inputs: { image: ["1", 0], upscale_method: "lanczos", scale_by: 2 },
  },
  "8": { class_type: "PreviewImage", inputs: { images: ["2", 0] } },
  "9": { class_type: "SaveImage", inputs: { images: ["2", 0], filename_prefix: "gme" } },
};

const workflows: Readonly<Record<string, object>> = {
  "./drawing.json": drawing,
  "./enlarging.json": enlarging,
};

/** Reads the workflows of these models, or changed ones; every other path has no file. */
export function readTestWorkflow(changed: Readonly<Record<string, object>> = {}): ReadWorkflow {
  const files = new Map(Object.entries({ ...workflows, ...changed }));
  return (path) => {
    const found = files.get(path);
    return found === undefined
      ? { problem: "cannot be read (ENOENT)" }
      : parseWorkflow(JSON.stringify(found));
  };
}

/** A file with a ComfyUI server whose models a caller can give a color, a size and an image. */
export function comfyFile(baseUrl: string): string {
  return `
providers:
  - slug: comfy-box
    name: Comfy box
    protocol: comfyui
    baseUrl: ${baseUrl}
    headersEnv: { Authorization: COMFY_BOX_AUTH }
    models:
      - id: drawing-own
        capabilities: [text-to-image]
        workflow: ./drawing.json
        parameters:
          seed: { at: 1.color, role: seed, minimum: 0, maximum: 16777215 }
          width: { at: 1.width, role: width, minimum: 16, maximum: 16384, default: 64 }
          height: { at: 1.height, role: height, minimum: 16, maximum: 16384, default: 64 }
          count: { at: 1.batch_size, role: count, minimum: 1, maximum: 4 }
          factor: { at: 2.scale_by, type: number, minimum: 0.5, maximum: 100 }
          method: { at: 2.upscale_method, enum: [lanczos, bilinear], default: lanczos }
      - id: enlarging-own
        capabilities: [upscaling]
        workflow: ./enlarging.json
        output: { node: "9" }
        parameters:
          image: { at: 1.image, role: image, required: true }
`;
}

/** Reads a file that has no problem, with changed workflows. */
export function parseComfyFile(
  text: string,
  changed: Readonly<Record<string, object>> = {},
): OwnCatalog {
  const { own, problems } = parseModelsFile(text, new Set(), readTestWorkflow(changed));
  if (own === null) throw new Error(problems.join("\n"));
  return own;
}

export function comfyCatalogOf(text: string): OwnCatalog {
  return parseComfyFile(text);
}
