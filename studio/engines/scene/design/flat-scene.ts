import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { darken, lighten, mix } from "#studio/engines/scene/color.ts";
import type { Stage } from "#studio/engines/scene/layer.ts";
import { layOut } from "#studio/engines/scene/layout.ts";
import { chooseMood } from "#studio/engines/scene/mood.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";
import { choosePlace } from "#studio/engines/scene/scenery/choose-place.ts";
import { type Place, buildScenery, horizons } from "#studio/engines/scene/scenery/scenery.ts";
import { ridgeLine, traceRidge } from "#studio/engines/scene/scenery/terrain.ts";

import type { Size } from "./draw-design.ts";

/** Draws a scene in flat colours: bands of sky, a disc for sun or moon, layered silhouettes. */
export async function drawFlatScene(
  reading: PromptReading,
  size: Size,
  seed: number,
): Promise<Canvas> {
  const { width, height } = size;
  const random = createRandom(seed);
  const place = choosePlace(reading);
  const mood = chooseMood(reading, place === "abstract" ? "sky" : place, random.fork("mood"));
  const horizon = Math.round(height * Math.min(0.72, horizons[place]));
  const stage: Stage = { width, height, horizon, mood, random };
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  paintFlatScenery(context, stage, place);
  const scenery = buildScenery(place, stage, reading);
  for (const figure of await layOut(reading, place, stage, scenery)) {
    context.save();
    context.translate(figure.x, figure.y);
    if (figure.isFlipped) context.scale(-1, 1);
    context.drawImage(
      figure.sprite,
      -figure.width / 2,
      -figure.height,
      figure.width,
      figure.height,
    );
    context.restore();
  }
  return canvas;
}

/** Colours of the ground, from far to near, by place. */
const grounds: Readonly<Partial<Record<Place, string>>> = {
  forest: "#2f6b4f",
  jungle: "#2f7a4a",
  mountains: "#4f6b8f",
  meadow: "#6aa544",
  desert: "#dba35c",
  mars: "#b5552f",
  arctic: "#dbe9f4",
  moonland: "#8a8f9c",
  beach: "#e9cf94",
  sea: "#2f7fb5",
  lake: "#3f86ad",
  underwater: "#1c6c9c",
  city: "#5a6478",
  room: "#b98a5c",
  table: "#a8713f",
};

const waters: ReadonlySet<Place> = new Set<Place>(["sea", "lake", "beach", "underwater"]);
const jagged: ReadonlySet<Place> = new Set<Place>(["mountains", "mars", "arctic", "lake"]);

export function paintFlatScenery(context: SKRSContext2D, stage: Stage, place: Place): void {
  const { width, height, horizon, mood, random } = stage;
  const bands = 5;
  for (let band = 0; band < bands; band += 1) {
    const from = mood.sky[Math.min(3, Math.floor(band * 0.8))] ?? mood.sky[0];
    const to = mood.sky[Math.min(3, Math.floor(band * 0.8) + 1)] ?? from;
    context.fillStyle = mix(from, to, (band * 0.8) % 1);
    context.fillRect(0, (height * band) / bands, width, height / bands + 1);
  }
  const isNight = mood.time === "night";
  context.fillStyle = isNight ? "#f3f0dc" : lighten(mood.light, 0.15);
  context.beginPath();
  const low = mood.time === "sunset" || mood.time === "dawn";
  context.arc(
    width / 2,
    low ? horizon - height * 0.12 : height * 0.24,
    Math.min(width, height) * (low ? 0.2 : 0.11),
    0,
    7,
  );
  context.fill();
  if (isNight) paintStars(context, stage);
  if (place === "sky" || place === "space" || place === "abstract") return;

  const ground = grounds[place] ?? "#6aa544";
  const tone = mood.isSnowy ? "#dfe9f5" : ground;
  const ridges = place === "room" || place === "table" ? 0 : 4;
  for (let ridge = 0; ridge < ridges; ridge += 1) {
    const share = ridge / (ridges - 1);
    const line = ridgeLine(random.fork(`flat ${ridge}`), jagged.has(place) ? 0.85 : 0.15);
    const tall = height * (jagged.has(place) ? 0.36 - ridge * 0.075 : 0.16 - ridge * 0.02);
    const base = horizon + (height - horizon) * (waters.has(place) ? 0.02 : share * 0.34);
    const far = waters.has(place) ? "#4f6f95" : tone;
    context.fillStyle = mix(
      darken(far, isNight ? 0.5 : 0.12 + share * 0.22),
      mood.haze,
      0.75 - share * 0.65,
    );
    traceRidge(
      context,
      (x) => base - tall * line(x / width),
      -2,
      width + 2,
      Math.max(1, width / 400),
      height,
    );
    context.fill();
  }
  if (waters.has(place) || ridges === 0) {
    context.fillStyle = isNight ? darken(ground, 0.55) : ground;
    context.fillRect(0, horizon, width, height - horizon);
  }
  if (!waters.has(place)) return;
  // Reflections of the light on the water.
  context.fillStyle = mix(ground, lighten(mood.light, 0.2), 0.5);
  for (let row = 0; row < 6; row += 1) {
    const wide = width * (0.34 - row * 0.035);
    context.fillRect(
      (width - wide) / 2,
      horizon + (height - horizon) * (0.1 + row * 0.13),
      wide,
      height * 0.008,
    );
  }
}

function paintStars(context: SKRSContext2D, { width, horizon, height, random }: Stage): void {
  const stars = random.fork("flat stars");
  context.fillStyle = "#f6f3e6";
  for (let star = 0; star < 40; star += 1) {
    context.beginPath();
    context.arc(stars.next() * width, stars.next() * horizon * 0.8, height * 0.0025, 0, 7);
    context.fill();
  }
}
