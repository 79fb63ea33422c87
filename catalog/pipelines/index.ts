import { readFileSync } from "node:fs";

import { definitionSchema, type Definition } from "#domain/pipelines/definition.ts";

export interface BuiltInPipeline {
  /** Id of the pipeline. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly versions: readonly { readonly version: number; readonly definition: Definition }[];
}

/** Built-in pipelines. Runs refer to a version, so a change of a definition is a new file with the next number. */
export const builtInPipelines: readonly BuiltInPipeline[] = [
  {
    slug: "narrated-clip",
    name: "Narrated clip",
    description: "A film about a topic, with a narration and captions.",
    versions: load("narrated-clip", 1),
  },
  {
    slug: "product-shots",
    name: "Product shots in four aspect ratios",
    description: "Photos of a product in a scene, one for each aspect ratio, and a contact sheet.",
    versions: load("product-shots", 2),
  },
  {
    slug: "talking-portrait",
    name: "Talking portrait",
    description: "A portrait that speaks a text.",
    versions: load("talking-portrait", 2),
  },
  {
    slug: "podcast",
    name: "Podcast: clean-up, transcript, cover",
    description: "A recording with clean sound, its transcript and a cover.",
    versions: load("podcast", 1),
  },
  {
    slug: "turntable",
    name: "3D turntable from a sentence",
    description: "A 3D model, and a film in which it turns.",
    versions: load("turntable", 1),
  },
];

function load(slug: string, latest: number): BuiltInPipeline["versions"] {
  return Array.from({ length: latest }, (_, index) => {
    const file = new URL(`${slug}.v${index + 1}.json`, import.meta.url);
    const definition = definitionSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return { version: index + 1, definition };
  });
}
