import { darken, lighten, mix } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { tint } from "./foreground.ts";
import type { Place } from "./scenery.ts";

const landPlaces: ReadonlySet<Place> = new Set<Place>([
  "meadow",
  "mountains",
  "desert",
  "forest",
  "jungle",
  "arctic",
  "mars",
]);

interface Crop {
  readonly leaf: string;
  readonly ear: string;
  readonly tall: number;
  /** The middle of a round flower; other crops have ears. */
  readonly heart?: string;
}

/** Fields, by the feature that names the crop. */
const crops: readonly (readonly [string, Crop])[] = [
  ["lavender", { leaf: "#5f7f52", ear: "#8a5fd0", tall: 0.05 }],
  ["wheat", { leaf: "#c9a243", ear: "#e8c25a", tall: 0.06 }],
  ["sunflowers", { leaf: "#4f8f3c", ear: "#f6bf2c", tall: 0.075, heart: "#5a3418" }],
  ["tulips", { leaf: "#4f9a4a", ear: "#e0457a", tall: 0.05 }],
];

/** Creates the road or the field that the prompt puts on the ground of a landscape. */
export function groundCover(reading: PromptReading, place: Place, stage: Stage): Layer[] {
  if (!landPlaces.has(place)) return [];
  const layers: Layer[] = [];
  const crop = crops.find(([name]) => reading.features.has(name));
  if (crop && place === "meadow") layers.push(cropRows(stage, crop[1]));
  if (reading.features.has("road")) layers.push(road(stage, place, false));
  else if (reading.features.has("path")) layers.push(road(stage, place, true));
  return layers;
}

/** A road, or a path of earth, that narrows and bends towards the horizon. */
function road(stage: Stage, place: Place, isPath: boolean): Layer {
  const { width, height, horizon, mood } = stage;
  const top = horizon + height * (place === "desert" ? 0.05 : 0.065);
  const bare = isPath ? "#a98a5f" : "#5f626b";
  const asphalt = tint(stage, mood.isSnowy ? "#a9b2bf" : bare);
  const shoulder = mix(asphalt, tint(stage, "#b59f78"), 0.65);
  const bend = mood.lightX < 0.5 ? 1 : -1;
  const rows = 60;
  const centerAt = (share: number) => width * (0.5 + bend * 0.2 * (1 - share) ** 2);
  const widest = isPath ? 0.2 : 0.3;
  const halfAt = (share: number) => width * (0.008 + widest * share ** 1.25);
  const yAt = (share: number) => top + (height * 1.05 - top) * share ** 1.5;
  return {
    depth: 0.5,
    still(context) {
      const strip = (half: (share: number) => number, color: string) => {
        context.fillStyle = color;
        context.beginPath();
        for (let row = 0; row <= rows; row += 1) {
          context.lineTo(centerAt(row / rows) - half(row / rows), yAt(row / rows));
        }
        for (let row = rows; row >= 0; row -= 1) {
          context.lineTo(centerAt(row / rows) + half(row / rows), yAt(row / rows));
        }
        context.fill();
      };
      strip((share) => halfAt(share) * 1.12, shoulder);
      strip(halfAt, asphalt);
      strip((share) => halfAt(share) * 0.94, darken(asphalt, 0.06));
      if (isPath) return;
      context.fillStyle = tint(stage, "#f1eccf");
      for (let dash = 0; dash < 9; dash += 1) {
        const [from, to] = [(dash + 0.15) / 9, (dash + 0.6) / 9];
        const mark = (share: number) => halfAt(share) * 0.035;
        context.beginPath();
        context.moveTo(centerAt(from) - mark(from), yAt(from));
        context.lineTo(centerAt(from) + mark(from), yAt(from));
        context.lineTo(centerAt(to) + mark(to), yAt(to));
        context.lineTo(centerAt(to) - mark(to), yAt(to));
        context.fill();
      }
    },
  };
}

/** Rows of a crop that run to the horizon. */
function cropRows(stage: Stage, crop: Crop): Layer {
  const { width, height, horizon, mood } = stage;
  const margin = marginOf(stage);
  const random = stage.random.fork("crop");
  const top = horizon + height * 0.06;
  const ground = height * 1.06 - top;
  const earth = tint(stage, mix(crop.leaf, "#6d5236", 0.55));
  const leaf = tint(stage, crop.leaf);
  const ear = tint(stage, crop.ear);
  const furrows = 15;
  return {
    depth: 0.5,
    still(context) {
      context.fillStyle = mix(earth, mood.haze, 0.15);
      context.fillRect(-margin, top, width + margin * 2, ground);
      const steps = 64;
      for (let step = 0; step < steps; step += 1) {
        const share = (step / steps) ** 1.7;
        const y = top + ground * share;
        const scale = 0.1 + share * 0.95;
        const tall = height * crop.tall * scale;
        const fade = 0.5 * (1 - share) ** 2;
        for (let furrow = -furrows; furrow <= furrows; furrow += 1) {
          const x = width / 2 + furrow * width * 0.19 * scale + random.between(-1, 1) * tall * 0.25;
          if (x < -margin - tall * 2 || x > width + margin + tall * 2) continue;
          for (let stalk = 0; stalk < 5; stalk += 1) {
            const at = x + random.between(-1, 1) * width * 0.062 * scale;
            const lift = tall * random.between(0.75, 1.15);
            context.strokeStyle = mix(darken(leaf, random.between(0, 0.2)), mood.haze, fade);
            context.lineWidth = Math.max(0.8, tall * 0.09);
            context.beginPath();
            context.moveTo(at, y);
            context.lineTo(at + random.between(-0.15, 0.15) * tall, y - lift * 0.7);
            context.stroke();
            const color = random.chance(0.5) ? lighten(ear, 0.14) : darken(ear, 0.1);
            context.fillStyle = mix(color, mood.haze, fade);
            context.beginPath();
            const isRound = crop.heart !== undefined;
            const [wide, high] = isRound ? [0.27, 0.25] : [0.16, 0.3];
            const lean = random.between(-0.2, 0.2);
            context.ellipse(at, y - lift * 0.85, tall * wide, tall * high, lean, 0, 7);
            context.fill();
            if (crop.heart === undefined) continue;
            context.fillStyle = mix(tint(stage, crop.heart), mood.haze, fade);
            context.beginPath();
            context.arc(at, y - lift * 0.85, tall * 0.12, 0, 7);
            context.fill();
          }
        }
      }
    },
  };
}
