import { loadSprite } from "./drawings/sprites.ts";
import { habitOf } from "./habits.ts";
import { type Stage, figureEdge } from "./layer.ts";
import type { Figure } from "./layout.ts";
import type { PromptReading, Subject } from "./reading/read-prompt.ts";
import type { Place } from "./scenery/scenery.ts";

/** Furniture of rooms and buildings of streets and farms, from left to right; `~` adds a colour. */
const decors: Readonly<Record<string, readonly string[]>> = {
  bedroom: ["🛏️", "@solid:lamp", "🧸"],
  kitchen: ["@solid:fridge", "@solid:stove", "@solid:table"],
  living: ["@solid:bookshelf", "@sofa", "🪴"],
  office: ["@solid:bookshelf", "@solid:office-desk", "🪴"],
  library: [
    "@solid:bookshelf",
    "@solid:bookshelf~red",
    "@solid:bookshelf",
    "@solid:bookshelf~green",
  ],
  bathroom: ["@solid:bathtub", "@solid:toilet", "🪞"],
  classroom: ["@solid:office-desk", "@solid:blackboard", "@solid:office-desk"],
  laboratory: ["@solid:bookshelf", "@solid:office-desk", "🔬", "🪴"],
  cafe: ["@solid:table", "@solid:bookshelf", "@solid:table"],
  market: ["@solid:market-stall", "@solid:market-stall~green", "@solid:market-stall~orange"],
  village: ["@cottage", "🏠", "@cottage", "⛪", "🏠"],
  farm: ["@solid:barn", "🌳", "@fence"],
  garden: ["🌷", "🌳", "🌻", "@fence"],
  japanese: ["🌳~pink", "⛩️", "🌳~pink"],
  porch: ["@cottage"],
  park: ["🌳", "@solid:bench", "@solid:street-lamp"],
  shops: [
    "@solid:town-house~orange",
    "@solid:cafe",
    "@solid:town-house~blue",
    "@solid:town-house~pink",
  ],
  paris: ["@solid:town-house", "@solid:eiffel-tower", "@solid:cafe"],
  london: ["@solid:town-house~red", "@solid:clock-tower", "@solid:town-house"],
  tokyo: ["🏯", "🗼"],
  "new-york": ["@solid:skyscraper", "🗽", "@solid:skyscraper"],
};

const indoors = new Set([
  "bedroom",
  "kitchen",
  "living",
  "office",
  "laboratory",
  "library",
  "bathroom",
  "classroom",
  "cafe",
]);
const piecesMax = 5;
/** Furniture is farther away than the subjects, and needs fewer pixels. */
const farShare = 0.7;
const rankOf = (kind: string) => (kind === "shops" ? 1 : 0);

const wallThings = new Set([
  "@solid:fireplace",
  "@solid:fridge",
  "@solid:stove",
  "@solid:bookshelf",
  "@solid:blackboard",
  "@solid:toilet",
  "@solid:bathtub",
  "@solid:office-desk",
  "🛏️",
  "@solid:piano",
]);

/** Checks whether a subject of a room belongs to its furniture. */
function isAtWall({ emoji, mount, holder }: Subject): boolean {
  return wallThings.has(emoji) && mount === null && holder === null;
}

/** Things on top of a piece of furniture. */
const toppings: Readonly<Record<string, string>> = {
  "@solid:office-desk": "💻",
  "@solid:table": "☕",
};

/** Places the furniture of a room at its wall, and the buildings of a street at the horizon. */
export async function furnish(
  reading: PromptReading,
  place: Place,
  stage: Stage,
): Promise<Figure[]> {
  const isIndoors = place === "room";
  // Sights come before the houses of any street.
  const kinds = reading.decor
    .filter((kind) => kind === "cafe" || indoors.has(kind) === isIndoors)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const wall = isIndoors ? reading.subjects.filter(isAtWall) : [];
  const named = new Set(reading.subjects.map(({ emoji }) => emoji));
  const pieces = [
    ...wall.flatMap(({ emoji, color, count }) =>
      Array.from({ length: count }, () => (color === null ? emoji : `${emoji}~${color}`)),
    ),
    ...kinds
      .flatMap((kind) => (kind === "cafe" && !isIndoors ? ["@solid:cafe"] : (decors[kind] ?? [])))
      // A subject of the prompt replaces one piece of its kind.
      .filter((piece) => !named.delete(piece.split("~")[0] ?? ""))
      .map((piece) => (piece === "🌳" && stage.mood.isAutumn ? "🌳~orange" : piece)),
  ].slice(0, piecesMax);
  const busy = reading.subjects.length > wall.length;
  const ground = stage.height - stage.horizon;
  const y = stage.horizon + ground * (isIndoors ? 0.14 : 0.1);
  const unit =
    Math.min(stage.height * 0.6, stage.width * 0.62) *
    (isIndoors ? (busy ? 0.72 : 0.8) : busy ? 0.82 : 0.95);
  const figures: Figure[] = [];
  const sizes = await Promise.all(
    pieces.map((piece) => measure(piece, unit, figureEdge(stage) * farShare)),
  );
  const total = sizes.reduce((sum, { width }) => sum + width, 0);
  const span = stage.width * 0.94;
  const fit = Math.min(1, (span * (isIndoors ? 1.06 : 1.2)) / Math.max(1, total));
  const gap = pieces.length > 1 ? (span - total * fit) / pieces.length : 0;
  let left = (stage.width - span) / 2 + gap / 2;
  for (const { emoji, sprite, width, height } of sizes) {
    const figure: Figure = {
      emoji,
      sprite,
      x: pieces.length === 1 ? stage.width * 0.3 : left + (width * fit) / 2,
      y,
      width: width * fit,
      height: height * fit,
      isFlipped: false,
      habit: { ...habitOf(emoji), motion: "still" },
      hasGroundUnder: true,
      phase: 0,
      mount: null,
      shelter: null,
    };
    left += width * fit + gap;
    figures.push(figure);
    const topping = toppings[emoji];
    if (topping === undefined || reading.subjects.some((one) => one.emoji === topping)) continue;
    const small = await loadSprite(topping);
    const tall = figure.height * 0.4;
    figures.push({
      ...figure,
      emoji: topping,
      sprite: small,
      height: tall,
      width: (tall * small.width) / small.height,
      y: figure.y - figure.height * 0.84,
      hasGroundUnder: false,
    });
  }
  return figures;
}

async function measure(piece: string, unit: number, edge: number) {
  const [emoji = "", color = null] = piece.split("~");
  const sprite = await loadSprite(emoji, { color, edge: Math.round(edge) });
  const height = unit * habitOf(emoji).size;
  return { emoji, sprite, height, width: (height * sprite.width) / sprite.height };
}
