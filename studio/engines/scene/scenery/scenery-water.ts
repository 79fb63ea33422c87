import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import { paintBlurred } from "#studio/engines/scene/offscreen.ts";
import { motes } from "#studio/engines/scene/particles.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { grassTufts, snowColor, tint } from "./foreground.ts";
import { palmLayer } from "./palms.ts";
import type { Scenery } from "./scenery.ts";
import { skyLayers } from "./sky.ts";
import { groundLayer, mountainLayer, ridgeLine, traceRidge, waterLayer } from "./terrain.ts";
import { treeLine } from "./tree-line.ts";

export function beachScenery(stage: Stage, reading: PromptReading): Scenery {
  const { width, height, horizon, mood } = stage;
  const margin = marginOf(stage);
  const sand = tint(stage, "#ecd3a0");
  const shore = horizon + (height - horizon) * 0.34;
  const line = ridgeLine(stage.random.fork("shore"), 0);
  const edge = (x: number) => shore + (line(x / width) - 0.5) * height * 0.06;
  const surf: Layer = {
    depth: 0.45,
    moving(context, timeSeconds) {
      for (const [index, alpha] of [0.85, 0.5, 0.3].entries()) {
        const swell = Math.sin(timeSeconds * 0.9 + index) * height * 0.008 - index * height * 0.018;
        context.strokeStyle = withAlpha(mix("#ffffff", mood.sky[3], 0.25), alpha);
        context.lineWidth = height * (0.012 - index * 0.003);
        context.lineCap = "round";
        context.beginPath();
        for (let x = -margin; x <= width + margin; x += width / 90) {
          const y = edge(x) + swell + Math.sin(x / (width * 0.02) + index) * height * 0.003;
          if (x === -margin) context.moveTo(x, y);
          else context.lineTo(x, y);
        }
        context.stroke();
      }
    },
  };
  const wetSand: Layer = {
    depth: 0.45,
    still(context) {
      traceRidge(context, edge, -margin, width + margin, width / 200, height);
      const body = context.createLinearGradient(0, shore, 0, height);
      body.addColorStop(0, mix(darken(sand, 0.25), mood.sky[3], 0.35));
      body.addColorStop(0.22, sand);
      body.addColorStop(1, darken(sand, 0.28));
      context.fillStyle = body;
      context.fill();
    },
  };
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 5 }),
      ...waterLayer(stage, {
        top: horizon,
        bottom: height,
        color: tint(stage, "#1c9fc0"),
        depth: 0.3,
      }),
      wetSand,
      surf,
      palmLayer(stage),
    ],
    inFront: [],
    footing: "sand",
    groundColor: sand,
  };
}

export function seaScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const color = tint(stage, "#17628f");
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 6 }),
      mountainLayer(stage, {
        name: "islands",
        base: horizon + 2,
        tall: height * 0.09,
        color: mix(tint(stage, "#4d6a86"), mood.haze, 0.6),
        depth: 0.08,
        snow: 0,
      }),
      ...waterLayer(stage, { top: horizon, bottom: height, color, depth: 0.4 }),
    ],
    inFront: [swell(stage, color)],
    footing: "water",
    groundColor: color,
  };
}

/** Creates rolling waves at the lower edge. */
function swell(stage: Stage, color: string): Layer {
  const { width, height, mood } = stage;
  const margin = marginOf(stage);
  const rough = mood.weather.includes("storm") ? 2.4 : 1;
  return {
    depth: 1,
    moving(context, timeSeconds) {
      for (const [base, size, shade] of [
        [0.93, 0.014 * rough, 0.2],
        [1, 0.02 * rough, 0.4],
      ] as const) {
        const at = (x: number) =>
          height *
          (base +
            size *
              (Math.sin((x / width) * 9 + timeSeconds * 1.2 + base * 40) +
                0.5 * Math.sin((x / width) * 21 - timeSeconds * 0.9)));
        traceRidge(context, at, -margin, width + margin, width / 160, height);
        const body = context.createLinearGradient(
          0,
          height * (base - size * 1.5),
          0,
          height * 1.04,
        );
        body.addColorStop(0, withAlpha(mix(lighten(color, 0.35), mood.light, 0.25), 0.85));
        body.addColorStop(0.2, withAlpha(darken(color, shade), 0.82));
        body.addColorStop(1, withAlpha(darken(color, shade + 0.25), 0.95));
        context.fillStyle = body;
        context.fill();
      }
    },
  };
}

export function lakeScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const color = tint(stage, "#2c7fa6");
  const bank = mood.isSnowy ? snowColor(stage) : tint(stage, "#5f8f45");
  const kind = mood.isAutumn ? "leaf" : "fir";
  const far: Layer[] = [
    mountainLayer(stage, {
      name: "range",
      base: horizon,
      tall: height * 0.36,
      color: mix(tint(stage, "#627596"), mood.haze, 0.4),
      depth: 0.08,
      snow: 0.68,
    }),
    treeLine(stage, {
      name: "far bank",
      y: horizon + 2,
      height: height * 0.12,
      count: 48,
      fade: 0.3,
      depth: 0.2,
      kind,
      clearing: 0,
    }),
  ];
  const shoreTop = horizon + (height - horizon) * 0.52;
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 4 }),
      ...far,
      ...waterLayer(stage, { top: horizon, bottom: height, color, depth: 0.3 }),
      ...reflections(stage, far),
      groundLayer(stage, { name: "bank", top: shoreTop, color: bank, depth: 0.6, bumps: 0.3 }),
      ...(mood.isSnowy
        ? []
        : [
            grassTufts(stage, {
              name: "reeds",
              from: 0.5,
              to: 0.8,
              count: 420,
              color: bank,
              flowers: ["#ffffff", "#ffd84a"],
            }),
          ]),
    ],
    inFront: [
      grassTufts(stage, {
        name: "reeds front",
        from: 0.88,
        to: 1.08,
        count: mood.isSnowy ? 0 : 160,
        color: darken(bank, 0.2),
        flowers: [],
      }),
    ],
    footing: mood.isSnowy ? "snow" : "grass",
    groundColor: bank,
  };
}

/** Creates dimmed and blurred reflections of still layers in the water. */
function reflections(stage: Stage, far: readonly Layer[]): Layer[] {
  const { width, height, horizon } = stage;
  const margin = marginOf(stage);
  return far.map((layer) => ({
    depth: layer.depth,
    still(context) {
      if (!("still" in layer)) return;
      context.save();
      context.beginPath();
      context.rect(-margin, horizon, width + margin * 2, height);
      context.clip();
      paintBlurred(context, stage, { blur: height * 0.004, alpha: 0.42 }, (sheet) => {
        sheet.translate(0, horizon * 2);
        sheet.scale(1, -1);
        layer.still(sheet);
      });
      context.restore();
    },
  }));
}

export function underwaterScenery(stage: Stage): Scenery {
  const { width, height, horizon, mood } = stage;
  const margin = marginOf(stage);
  const sand = mix("#d8c48f", mood.sky[2], 0.5);
  const random = stage.random.fork("reef");
  const water: Layer = {
    depth: 0,
    still(context) {
      const body = context.createLinearGradient(0, 0, 0, height);
      for (const [index, color] of mood.sky.entries()) body.addColorStop(index / 3, color);
      context.fillStyle = body;
      context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2);
    },
  };
  const rays: Layer = {
    depth: 0.1,
    moving(context, timeSeconds) {
      context.save();
      context.globalCompositeOperation = "screen";
      for (let index = 0; index < 9; index += 1) {
        const x = width * (index / 8 + 0.04 * Math.sin(timeSeconds * 0.5 + index * 2));
        const wide = width * (0.02 + 0.02 * ((index * 7) % 3));
        const beam = context.createLinearGradient(0, 0, 0, height * 0.9);
        beam.addColorStop(
          0,
          withAlpha(mood.light, 0.1 + 0.03 * Math.sin(timeSeconds * 0.8 + index)),
        );
        beam.addColorStop(1, withAlpha(mood.light, 0));
        context.fillStyle = beam;
        // Nested faint shapes make soft borders; a blur would dominate the time of a frame.
        for (const share of [1, 0.8, 0.6, 0.4]) {
          const half = wide * share;
          context.beginPath();
          context.moveTo(x - half, -10);
          context.lineTo(x + half, -10);
          context.lineTo(x + half * 3 - width * 0.1, height);
          context.lineTo(x - half * 3 - width * 0.1, height);
          context.fill();
        }
      }
      context.restore();
    },
  };
  const plants: Layer = {
    depth: 0.8,
    moving(context, timeSeconds) {
      const own = random.fork("plants");
      context.lineCap = "round";
      for (let index = 0; index < 46; index += 1) {
        const side = index % 2 === 0 ? own.between(-0.05, 0.3) : own.between(0.7, 1.05);
        const y = horizon + own.between(0.02, 0.19) * height;
        const tall = height * own.between(0.08, 0.3);
        const color = own.pick(["#2f9e6b", "#e2577f", "#f08a4a", "#7a5ad0", "#3fbf8a"]);
        const sway = Math.sin(timeSeconds * 0.9 + index) * tall * 0.14;
        context.strokeStyle = mix(color, mood.sky[2], 0.35);
        context.lineWidth = height * own.between(0.006, 0.016);
        context.beginPath();
        context.moveTo(side * width, y);
        context.bezierCurveTo(
          side * width - sway,
          y - tall * 0.4,
          side * width + sway,
          y - tall * 0.7,
          side * width + sway * 1.5,
          y - tall,
        );
        context.stroke();
      }
    },
  };
  return {
    behind: [
      water,
      rays,
      mountainLayer(stage, {
        name: "reef",
        base: height * 0.95,
        tall: height * 0.4,
        color: mix("#2b6f98", mood.sky[2], 0.6),
        depth: 0.2,
        snow: 0,
      }),
      groundLayer(stage, { name: "sea floor", top: horizon, color: sand, depth: 0.6, bumps: 0.35 }),
      plants,
    ],
    inFront: [
      motes(stage, { name: "bubbles", color: "#d8fbff", count: 50, size: 1.8, top: 0, rise: 0.05 }),
    ],
    footing: "none",
    groundColor: sand,
  };
}
