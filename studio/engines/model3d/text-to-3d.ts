import type { Engine, EngineDescription, EngineResult } from "#studio/engine.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import { StudioError } from "#studio/errors.ts";

import { buildItem, lowPolyLook, smoothLook } from "./build-item.ts";
import { enlargeSmall } from "./enlarge-small.ts";
import { families } from "./families.ts";
import { triangleCount } from "./mesh.ts";
import type { BuiltItem } from "./place-scene.ts";
import { placeScene } from "./place-scene.ts";
import { listUnbuilt, readScene } from "./read-scene.ts";
import type { SceneItem } from "./scene-item.ts";
import { checkModelFormat, writeModel } from "./write-model.ts";

const unbuiltShown = 6;
const trianglesMax = 1_500_000;
const fromSolids = `Built from solids (${families.length} kinds of objects, colours, materials); no free sculpting`;
const fromPictures =
  "A picture of the art library blown up to a textured body: the back mirrors the front";

/** Generates a binary glTF model in metres, y up, with a preview image as the second output. */
export const textTo3d: Engine = {
  capability: "text-to-3d",

  describe: async () => ({ engine: describeScene([]), available: true }),

  validate(request) {
    const { prompt, parameters } = request;
    const isKnown = prompt === "" || readScene(prompt, parameters.count).length > 0;
    const unknown = { path: "prompt", message: nothingKnown() };
    return [...checkModelFormat(request), ...(isKnown ? [] : [unknown])];
  },

  async run({ prompt, parameters }, context): Promise<EngineResult> {
    const items = readScene(prompt, parameters.count);
    if (items.length === 0) throw new StudioError("invalid_input", nothingKnown());
    const isLowPoly = /low[\s-]?poly/iu.test(`${prompt} ${parameters.style ?? ""}`);
    const random = createRandom(context.seed);
    const built: BuiltItem[] = [];
    for (const [index, item] of items.entries()) {
      context.progress((0.6 * index) / items.length, "modelling");
      context.signal.throwIfAborted();
      const stream = random.fork(`${index} ${item.name}`);
      const look = isLowPoly ? lowPolyLook : smoothLook;
      built.push(await buildItem(item, look, () => stream.next()));
    }
    const places = random.fork("places");
    const { items: fitting, isEnlarged } = enlargeSmall(built);
    const meshes = placeScene(fitting, () => places.next());
    if (triangleCount(meshes) > trianglesMax) {
      throw new StudioError(
        "invalid_input",
        "This is more than one model can hold; ask for fewer.",
      );
    }

    const applied = built.flatMap((item) => item.applied);
    const engine = describeScene(items, {
      unbuilt: listUnbuilt(prompt, items, applied),
      enlarged: items.filter((_, index) => isEnlarged[index]).map(({ name }) => name),
    });
    context.progress(0.65, "writing");
    return writeModel(meshes, { title: prompt, engine }, context);
  },
};

function nothingKnown(): string {
  return `names no object that studio can build; name a thing, such as ${exampleNames()}`;
}

function describeScene(
  items: readonly SceneItem[],
  { unbuilt, enlarged }: { unbuilt: readonly string[]; enlarged: readonly string[] } = {
    unbuilt: [],
    enlarged: [],
  },
): EngineDescription {
  const hasPictures = items.some(({ subject }) => subject.kind === "picture");
  const note = (title: string, words: readonly string[]) =>
    words.length === 0 ? "" : `. ${title}: ${words.map((word) => `“${word}”`).join(", ")}`;
  const nearest = items.flatMap(({ isNearest, name, subject }) =>
    isNearest && subject.kind === "family" ? [`${name}: ${subject.family.names[0]}`] : [],
  );
  const notes = `${note("Nearest kind", nearest)}${note("Not built", unbuilt.slice(0, unbuiltShown))}${note("Larger than real, to be seen", enlarged)}`;
  return {
    name: hasPictures ? "inflate" : "solids",
    tier: "procedural",
    limitation: `${hasPictures ? fromPictures : fromSolids}${notes}`,
  };
}

function exampleNames(): string {
  return families
    .filter((_, index) => index % 24 === 0)
    .map(({ names }) => names[0])
    .join(", ");
}
