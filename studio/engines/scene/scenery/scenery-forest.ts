import { darken, mix } from "#studio/engines/scene/color.ts";
import type { Layer, Stage } from "#studio/engines/scene/layer.ts";
import { mist, motes } from "#studio/engines/scene/particles.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { grassTufts, snowBanks, soil, tint } from "./foreground.ts";
import type { Scenery } from "./scenery.ts";
import { skyLayers } from "./sky.ts";
import { groundLayer, mountainLayer } from "./terrain.ts";
import { treeLine } from "./tree-line.ts";

export function forestScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const groundColor = soil(stage, "#4c6138");
  const kind = mood.isAutumn ? "leaf" : "fir";
  const line = (
    name: string,
    y: number,
    tall: number,
    count: number,
    fade: number,
    depth: number,
    clearing: number,
  ) =>
    treeLine(stage, {
      name,
      y: horizon + y * height,
      height: tall * height,
      count,
      fade,
      depth,
      kind,
      clearing,
    });
  const behind: Layer[] = [
    ...skyLayers(stage, {
      features: reading.features,
      showLight: true,
      clouds: mood.time === "night" ? 2 : 4,
    }),
    mountainLayer(stage, {
      name: "far mountains",
      base: horizon + height * 0.02,
      tall: height * 0.34,
      color: mix(tint(stage, "#5a6c8c"), mood.haze, 0.45),
      depth: 0.08,
      snow: 0.6,
    }),
    line("trees 1", 0.01, 0.2, 34, 0.66, 0.16, 0),
    mist(stage, 0.3),
    line("trees 2", 0.02, 0.3, 20, 0.4, 0.26, 0.1),
    groundLayer(stage, {
      name: "ground",
      top: horizon,
      color: groundColor,
      depth: 0.5,
      bumps: 0.16,
    }),
    line("trees 3", 0.04, 0.46, 13, 0.18, 0.4, 0.4),
    line("trees 4", 0.12, 0.72, 8, 0, 0.56, 0.62),
  ];
  if (!mood.isSnowy)
    behind.push(
      grassTufts(stage, {
        name: "grass back",
        from: 0.06,
        to: 0.6,
        count: 260,
        color: groundColor,
        flowers: [],
      }),
    );
  return {
    behind,
    inFront: forestFront(stage, groundColor, reading),
    footing: mood.isSnowy ? "snow" : "grass",
    groundColor,
  };
}

function forestFront(stage: Stage, groundColor: string, reading: PromptReading): Layer[] {
  const { mood } = stage;
  const front: Layer[] = [];
  if (mood.isSnowy) front.push(snowBanks(stage, groundColor));
  else {
    front.push(
      grassTufts(stage, {
        name: "grass front",
        from: 0.82,
        to: 1.05,
        count: 150,
        color: darken(groundColor, 0.25),
        flowers: [],
      }),
    );
  }
  if (reading.features.has("fireflies") || (mood.time === "night" && !mood.isSnowy)) {
    front.push(
      motes(stage, {
        name: "fireflies",
        color: "#ffe07a",
        count: 34,
        size: 2.2,
        top: 0.35,
        rise: 0.004,
      }),
    );
  }
  return front;
}

export function jungleScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const groundColor = soil(stage, "#3d6a35");
  const line = (
    name: string,
    y: number,
    tall: number,
    count: number,
    fade: number,
    depth: number,
    clearing: number,
  ) =>
    treeLine(stage, {
      name,
      y: horizon + y * height,
      height: tall * height,
      count,
      fade,
      depth,
      kind: "leaf",
      clearing,
    });
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 2 }),
      line("trees 1", 0.03, 0.42, 18, 0.6, 0.16, 0),
      mist(stage, 0.35),
      line("trees 2", 0.05, 0.62, 12, 0.32, 0.3, 0.15),
      groundLayer(stage, {
        name: "ground",
        top: horizon,
        color: groundColor,
        depth: 0.5,
        bumps: 0.2,
      }),
      line("trees 3", 0.1, 0.95, 8, 0.05, 0.5, 0.55),
      grassTufts(stage, {
        name: "ferns",
        from: 0.02,
        to: 0.7,
        count: 420,
        color: groundColor,
        flowers: ["#ff5a7a", "#ffb13d"],
      }),
    ],
    inFront: [
      grassTufts(stage, {
        name: "fern front",
        from: 0.78,
        to: 1.1,
        count: 260,
        color: darken(groundColor, 0.2),
        flowers: ["#ff5a7a"],
      }),
      motes(stage, {
        name: "pollen",
        color: mood.light,
        count: 30,
        size: 1.6,
        top: 0.2,
        rise: 0.006,
      }),
    ],
    footing: "grass",
    groundColor,
  };
}
