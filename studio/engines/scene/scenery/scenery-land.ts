import { darken, lighten, mix } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import { mist, motes } from "#studio/engines/scene/particles.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { grassTufts, snowBanks, snowColor, soil, tint } from "./foreground.ts";
import type { Scenery } from "./scenery.ts";
import { skyLayers } from "./sky.ts";
import { groundLayer, hillLayer, mountainLayer } from "./terrain.ts";
import { treeLine } from "./tree-line.ts";

export function meadowScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const groundColor = soil(stage, mood.isAutumn ? "#b08a3c" : "#6aa544");
  const petals = ["#ffffff", "#ffd84a", "#ff8fb4", "#b78bf0"].map((color) => tint(stage, color));
  const hill = (name: string, y: number, tall: number, fade: number, depth: number) =>
    hillLayer(stage, {
      name,
      base: horizon + y * height,
      tall: tall * height,
      color: mix(groundColor, mood.haze, fade),
      depth,
      crest: 0.3,
    });
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 6 }),
      mountainLayer(stage, {
        name: "far",
        base: horizon,
        tall: height * 0.2,
        color: mix(tint(stage, "#6b84a8"), mood.haze, 0.6),
        depth: 0.08,
        snow: 0.7,
      }),
      hill("hill 1", 0.02, 0.12, 0.5, 0.14),
      treeLine(stage, {
        name: "wood",
        y: horizon + height * 0.005,
        height: height * 0.11,
        count: 30,
        fade: 0.45,
        depth: 0.2,
        kind: mood.isSnowy ? "fir" : "leaf",
        clearing: 0,
      }),
      hill("hill 2", 0.07, 0.1, 0.25, 0.28),
      treeLine(stage, {
        name: "oaks",
        y: horizon + height * 0.06,
        height: height * 0.25,
        count: 5,
        fade: 0.12,
        depth: 0.36,
        kind: mood.isSnowy ? "fir" : "leaf",
        clearing: 0.5,
      }),
      groundLayer(stage, {
        name: "ground",
        top: horizon + height * 0.06,
        color: groundColor,
        depth: 0.5,
        bumps: 0.18,
      }),
      ...(mood.isSnowy
        ? []
        : [
            grassTufts(stage, {
              name: "grass",
              from: 0.14,
              to: 0.74,
              count: 700,
              color: groundColor,
              flowers: petals,
            }),
          ]),
    ],
    inFront: [
      mood.isSnowy
        ? snowBanks(stage, groundColor)
        : grassTufts(stage, {
            name: "grass front",
            from: 0.8,
            to: 1.08,
            count: 240,
            color: darken(groundColor, 0.12),
            flowers: petals,
          }),
      ...(mood.time === "night" && !mood.isSnowy
        ? [
            motes(stage, {
              name: "fireflies",
              color: "#ffe07a",
              count: 40,
              size: 2.2,
              top: 0.4,
              rise: 0.004,
            }),
          ]
        : []),
    ],
    footing: mood.isSnowy ? "snow" : "grass",
    groundColor,
  };
}

export function mountainScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const groundColor = soil(stage, "#5f7f4a");
  const rock = tint(stage, mood.isSnowy ? "#6a7896" : "#64708a");
  const ridge = (
    name: string,
    y: number,
    tall: number,
    fade: number,
    depth: number,
    snow: number,
  ) =>
    mountainLayer(stage, {
      name,
      base: horizon + y * height,
      tall: tall * height,
      color: mix(rock, mood.haze, fade),
      depth,
      snow,
    });
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 4 }),
      ridge("range 1", 0, 0.5, 0.58, 0.06, 0.7),
      mist(stage, 0.2),
      ridge("range 2", 0.02, 0.36, 0.28, 0.12, 0.66),
      treeLine(stage, {
        name: "firs far",
        y: horizon + height * 0.03,
        height: height * 0.09,
        count: 60,
        fade: 0.4,
        depth: 0.24,
        kind: "fir",
        clearing: 0,
      }),
      groundLayer(stage, {
        name: "ground",
        top: horizon + height * 0.02,
        color: groundColor,
        depth: 0.5,
        bumps: 0.22,
      }),
      treeLine(stage, {
        name: "firs near",
        y: horizon + height * 0.09,
        height: height * 0.3,
        count: 9,
        fade: 0.08,
        depth: 0.42,
        kind: "fir",
        clearing: 0.62,
      }),
      ...(mood.isSnowy
        ? []
        : [
            grassTufts(stage, {
              name: "grass",
              from: 0.12,
              to: 0.75,
              count: 420,
              color: groundColor,
              flowers: [tint(stage, "#ffffff"), tint(stage, "#9a7bf0")],
            }),
          ]),
    ],
    inFront: [
      mood.isSnowy
        ? snowBanks(stage, groundColor)
        : grassTufts(stage, {
            name: "grass front",
            from: 0.84,
            to: 1.08,
            count: 160,
            color: darken(groundColor, 0.2),
            flowers: [],
          }),
    ],
    footing: mood.isSnowy ? "snow" : "grass",
    groundColor,
  };
}

export function desertScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const sand = tint(stage, "#e0a963");
  const dune = (name: string, y: number, tall: number, fade: number, depth: number) =>
    hillLayer(stage, {
      name,
      base: horizon + y * height,
      tall: tall * height,
      color: mix(sand, mood.haze, fade),
      depth,
      crest: 0.45,
    });
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 2 }),
      mountainLayer(stage, {
        name: "mesas",
        base: horizon,
        tall: height * 0.16,
        color: mix(tint(stage, "#a8623f"), mood.haze, 0.5),
        depth: 0.08,
        snow: 0,
      }),
      dune("dune 1", 0.03, 0.16, 0.5, 0.16),
      dune("dune 2", 0.1, 0.17, 0.25, 0.26),
      dune("dune 3", 0.18, 0.16, 0.08, 0.36),
      groundLayer(stage, {
        name: "ground",
        top: horizon + height * 0.16,
        color: sand,
        depth: 0.5,
        bumps: 0.3,
        far: lighten(sand, 0.12),
      }),
      ripples(stage, sand),
    ],
    inFront: [
      motes(stage, {
        name: "dust",
        color: mood.light,
        count: 26,
        size: 1.2,
        top: 0.5,
        rise: 0.004,
      }),
    ],
    footing: "sand",
    groundColor: sand,
  };
}

/** Creates wind ripples on sand or snow. */
function ripples(stage: Stage, color: string): Layer {
  const { width, height, horizon } = stage;
  const random = stage.random.fork("ripples");
  const margin = marginOf(stage);
  return {
    depth: 0.55,
    still(context) {
      const top = horizon + (height - horizon) * 0.5;
      for (let row = 0; row < 34; row += 1) {
        const share = row / 34;
        const y = top + share ** 1.4 * (height - top);
        context.strokeStyle = row % 2 === 0 ? lighten(color, 0.2) : darken(color, 0.3);
        context.globalAlpha = 0.12 + share * 0.14;
        context.lineWidth = 1 + share * height * 0.004;
        context.beginPath();
        const phase = random.between(0, 6.3);
        for (let x = -margin; x <= width + margin; x += width / 60) {
          const wave =
            Math.sin((x / width) * (9 - share * 4) + phase * 0.4) * height * 0.008 * (1 + share);
          if (x === -margin) context.moveTo(x, y + wave);
          else context.lineTo(x, y + wave);
        }
        context.stroke();
      }
      context.globalAlpha = 1;
    },
  };
}

export function arcticScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const snow = snowColor(stage);
  const ice = (name: string, y: number, tall: number, fade: number, depth: number) =>
    mountainLayer(stage, {
      name,
      base: horizon + y * height,
      tall: tall * height,
      color: mix(tint(stage, "#8fc0e0"), mood.haze, fade),
      depth,
      snow: 1,
    });
  return {
    behind: [
      ...skyLayers(stage, {
        features: new Set([...reading.features, ...(mood.time === "night" ? ["aurora"] : [])]),
        showLight: true,
        clouds: 3,
      }),
      ice("ice 1", 0, 0.26, 0.5, 0.08),
      ice("ice 2", 0.02, 0.16, 0.22, 0.16),
      groundLayer(stage, { name: "ground", top: horizon, color: snow, depth: 0.5, bumps: 0.18 }),
      ripples(stage, snow),
    ],
    inFront: [snowBanks(stage, snow)],
    footing: "snow",
    groundColor: snow,
  };
}
