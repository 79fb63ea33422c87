import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import { paintBlurred } from "#studio/engines/scene/offscreen.ts";
import { bokeh, mist } from "#studio/engines/scene/particles.ts";
import type { Random } from "#studio/engines/scene/random.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { snowColor, tint } from "./foreground.ts";
import type { Scenery } from "./scenery.ts";
import { glow, skyLayers } from "./sky.ts";
import { groundLayer } from "./terrain.ts";

const neonColors = ["#ff3d9a", "#25d6ff", "#9b5cff", "#ffb13d", "#3dffa8"] as const;

interface Block {
  readonly name: string;
  readonly base: number;
  readonly tall: number;
  readonly count: number;
  readonly depth: number;
  readonly fade: number;
  readonly neon: boolean;
  /** Share of the width around the middle where houses are lower, so that the sky shows. */
  readonly gap: number;
}

export function cityScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const isNeon =
    reading.features.has("neon") || (mood.time === "night" && mood.weather.includes("rain"));
  const isWet = mood.weather.includes("rain") || mood.weather.includes("storm") || isNeon;
  const asphalt = mood.isSnowy ? snowColor(stage) : tint(stage, isWet ? "#3a4256" : "#7b808c");
  const rows: Layer[] = [
    blocks(stage, {
      name: "far",
      base: horizon,
      tall: height * 0.44,
      count: 26,
      depth: 0.1,
      fade: 0.62,
      neon: false,
      gap: 0,
    }),
    blocks(stage, {
      name: "middle",
      base: horizon,
      tall: height * 0.42,
      count: 16,
      depth: 0.18,
      fade: 0.34,
      neon: isNeon,
      gap: 0.2,
    }),
    blocks(stage, {
      name: "near",
      base: horizon + height * 0.015,
      tall: height * 0.56,
      count: 11,
      depth: 0.3,
      fade: 0.06,
      neon: isNeon,
      gap: 0.5,
    }),
  ];
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: !isWet, clouds: isWet ? 3 : 4 }),
      ...rows.slice(0, 1),
      mist(stage, 0.28),
      ...rows.slice(1),
      groundLayer(stage, { name: "street", top: horizon, color: asphalt, depth: 0.5, bumps: 0 }),
      ...(isWet ? [wetStreet(stage, rows, asphalt)] : []),
      street(stage, isWet),
      ...(mood.time === "night"
        ? [
            bokeh(stage, {
              colors: isNeon ? neonColors : ["#ffcf7a", "#ffe6b0", "#ff9d5c"],
              count: 26,
              top: 0.5,
              bottom: 0.66,
              size: 26,
            }),
          ]
        : []),
    ],
    inFront: [],
    footing: mood.isSnowy ? "snow" : "hard",
    groundColor: asphalt,
  };
}

function blocks(stage: Stage, row: Block): Layer {
  const { width, mood } = stage;
  const margin = marginOf(stage);
  return {
    depth: row.depth,
    still(context) {
      const random = stage.random.fork(`blocks ${row.name}`);
      for (let x = -margin; x < width + margin;) {
        const wide = (width / row.count) * random.between(0.7, 1.35);
        const middle = Math.abs((x + wide / 2) / width - 0.5) * 2;
        const low = middle < row.gap ? 0.25 + 0.4 * (middle / row.gap) : 1;
        const tall = row.tall * random.between(0.45, 1) * low;
        const day = random.pick(["#8fa3bb", "#b08f7d", "#9aa39a", "#b7a78f", "#7d8ca6"]);
        const wall = mood.time === "night" ? mix(day, "#141a3a", 0.8) : tint(stage, day);
        paintHouse(
          context,
          stage,
          { x, wide, tall, row, wall: mix(wall, mood.haze, row.fade) },
          random,
        );
        x += wide + (random.chance(0.3) ? wide * 0.06 : 0);
      }
    },
  };
}

function paintHouse(
  context: SKRSContext2D,
  stage: Stage,
  house: { x: number; wide: number; tall: number; row: Block; wall: string },
  random: Random,
): void {
  const { x, wide, tall, row, wall } = house;
  const { mood } = stage;
  const top = row.base - tall;
  const body = context.createLinearGradient(x, 0, x + wide, 0);
  const litFromLeft = mood.lightX < 0.5;
  body.addColorStop(0, litFromLeft ? mix(wall, mood.light, 0.16) : darken(wall, 0.2));
  body.addColorStop(1, litFromLeft ? darken(wall, 0.2) : mix(wall, mood.light, 0.16));
  context.fillStyle = body;
  context.fillRect(x, top, wide, tall + 2);
  if (random.chance(0.4))
    context.fillRect(x + wide * 0.3, top - tall * 0.05, wide * 0.4, tall * 0.06);
  if (random.chance(0.25))
    context.fillRect(x + wide * 0.48, top - tall * 0.16, wide * 0.03, tall * 0.16);
  if (mood.isSnowy) {
    context.fillStyle = mix("#f4f8ff", mood.haze, row.fade);
    context.fillRect(x - 1, top - 2, wide + 2, Math.max(3, tall * 0.018));
  }

  const columns = Math.max(2, Math.round(wide / (stage.width * 0.013)));
  const pitch = wide / columns;
  const floors = Math.floor((tall * 0.94) / (pitch * 1.35));
  const litShare = mood.time === "night" ? 0.5 : mood.time === "day" ? 0 : 0.28;
  for (let floor = 0; floor < floors; floor += 1) {
    for (let column = 0; column < columns; column += 1) {
      const isLit = random.chance(litShare);
      const warm = random.pick(["#ffd98a", "#ffe9bd", "#ffc46b", "#bfe4ff"]);
      const glass = mood.time === "night" ? darken(wall, 0.4) : mix(mood.sky[1], wall, 0.45);
      context.fillStyle = isLit ? mix(warm, mood.haze, row.fade * 0.7) : glass;
      context.globalAlpha = isLit ? random.between(0.65, 1) : 0.7;
      context.fillRect(
        x + column * pitch + pitch * 0.22,
        top + pitch * 0.7 + floor * pitch * 1.35,
        pitch * 0.56,
        pitch * 0.78,
      );
    }
  }
  context.globalAlpha = 1;
  if (row.neon && random.chance(0.7)) paintNeonSign(context, stage, house, random);
}

/** Paints bars and frames of light on walls. Contains no letters, which could be misspelt. */
function paintNeonSign(
  context: SKRSContext2D,
  stage: Stage,
  { x, wide, tall, row }: { x: number; wide: number; tall: number; row: Block },
  random: Random,
): void {
  const color = random.pick(neonColors);
  const signWide = wide * random.between(0.16, 0.3);
  const signTall = Math.min(tall * 0.5, signWide * random.between(2, 4.5));
  const left = x + wide * random.between(0.1, 0.6);
  const top = row.base - tall * random.between(0.5, 0.85);
  context.save();
  context.globalCompositeOperation = "screen";
  glow(context, left + signWide / 2, top + signTall / 2, signTall * 1.3, color, 0.4);
  context.restore();
  context.fillStyle = withAlpha("#0a0820", 0.55);
  context.fillRect(left, top, signWide, signTall);
  context.strokeStyle = lighten(color, 0.25);
  context.lineWidth = Math.max(1, stage.width * 0.0016);
  context.strokeRect(left, top, signWide, signTall);
  context.fillStyle = lighten(color, 0.5);
  const bars = random.whole(3, 5);
  for (let bar = 0; bar < bars; bar += 1) {
    const y = top + (signTall * (bar + 0.3)) / bars;
    context.fillRect(
      left + signWide * 0.22,
      y,
      signWide * random.between(0.35, 0.56),
      (signTall / bars) * 0.36,
    );
  }
}

/** Creates a blurred reflection of the houses in a wet street. */
function wetStreet(stage: Stage, rows: readonly Layer[], color: string): Layer {
  const { width, height, horizon } = stage;
  const margin = marginOf(stage);
  return {
    depth: 0.5,
    still(context) {
      context.save();
      context.beginPath();
      context.rect(-margin, horizon, width + margin * 2, height);
      context.clip();
      // Stretched vertically, because a wet street smears lights along the line of sight.
      paintBlurred(context, stage, { blur: height * 0.007, alpha: 0.62 }, (sheet) => {
        sheet.translate(0, horizon * 2.6);
        sheet.scale(1, -1.6);
        for (const row of rows.slice(1)) if ("still" in row) row.still(sheet);
      });
      const fade = context.createLinearGradient(0, horizon, 0, height);
      fade.addColorStop(0, withAlpha(color, 0.05));
      fade.addColorStop(1, withAlpha(darken(color, 0.4), 0.82));
      context.fillStyle = fade;
      context.fillRect(-margin, horizon, width + margin * 2, height);
      context.restore();
    },
  };
}

/** Creates kerbs and a dashed line towards the vanishing point. */
function street(stage: Stage, isWet: boolean): Layer {
  const { width, height, horizon, mood } = stage;
  return {
    depth: 0.52,
    still(context) {
      const center = width / 2;
      const bottom = height * 1.08;
      const color = mood.isSnowy ? darken(mood.haze, 0.2) : mix("#ffffff", mood.haze, 0.3);
      const lane = (from: number, to: number, half: number) => {
        const at = (share: number) => horizon + (bottom - horizon) * share;
        context.beginPath();
        context.moveTo(center - half * from, at(from));
        context.lineTo(center + half * from, at(from));
        context.lineTo(center + half * to, at(to));
        context.lineTo(center - half * to, at(to));
        context.fill();
      };
      context.fillStyle = withAlpha(color, isWet ? 0.28 : 0.5);
      for (let dash = 0; dash < 7; dash += 1) {
        lane((dash / 7) ** 1.7, ((dash + 0.5) / 7) ** 1.7, width * 0.012);
      }
      context.strokeStyle = withAlpha(color, 0.35);
      context.lineWidth = Math.max(1, height * 0.004);
      for (const side of [-1, 1]) {
        context.beginPath();
        context.moveTo(center + side * width * 0.04, horizon);
        context.lineTo(center + side * width * 0.72, bottom);
        context.stroke();
      }
    },
  };
}
