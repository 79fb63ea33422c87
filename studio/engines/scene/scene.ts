import { type Canvas, createCanvas } from "@napi-rs/canvas";

import { createFinish } from "./finish.ts";
import type { Layer, Stage, StillLayer } from "./layer.ts";
import { type Figure, layOut } from "./layout.ts";
import { letteringLayer } from "./lettering.ts";
import { chooseMood } from "./mood.ts";
import { poseAt } from "./motion.ts";
import { lightSprite, paintFigure, paintUnder, prepareUnderlay, restPose } from "./paint-figure.ts";
import { paintFooting } from "./paint-footing.ts";
import { paintLights } from "./paint-lights.ts";
import { hasChimney, paintSmoke } from "./paint-smoke.ts";
import { fallingLeaves, mist, rainfall, snowfall } from "./particles.ts";
import { createRandom } from "./random.ts";
import type { PromptReading } from "./reading/read-prompt.ts";
import { choosePlace } from "./scenery/choose-place.ts";
import { fireworks } from "./scenery/fireworks.ts";
import { groundCover } from "./scenery/ground-cover.ts";
import { lightning } from "./scenery/lightning.ts";
import { type Place, type Scenery, buildScenery, hasWeather, horizons } from "./scenery/scenery.ts";
import { isTraveling } from "./shot/act-out.ts";
import type { Action } from "./shot/actions.ts";
import { paintExhaust } from "./shot/paint-exhaust.ts";
import type { Shot } from "./shot/read-shot.ts";
import { trackLayer } from "./tracks.ts";

/** A scene that can be painted at any point in time. */
export interface Scene {
  readonly stage: Stage;
  readonly place: Place;
  /** Layers from far to near. */
  readonly layers: readonly Layer[];
  /** Lettering in front of all layers. Does not move with the camera. */
  readonly lettering: StillLayer | null;
}

/**
 * Builds the scene of a reading, for a film when there is a shot. The same reading, size, seed and shot produce
 * the same scene.
 */
export async function buildScene(
  reading: PromptReading,
  size: { width: number; height: number },
  seed: number,
  shot: Shot | null = null,
): Promise<Scene> {
  const random = createRandom(seed);
  const place = placeFor(reading, shot);
  const { width, height } = size;
  const isTall = height > width * 1.2;
  const stage: Stage = {
    width,
    height,
    horizon: Math.round(height * Math.min(1, horizons[place] + (isTall ? 0.04 : 0))),
    mood: chooseMood(reading, place === "abstract" ? "sky" : place, random.fork("mood")),
    random,
  };
  const scenery = buildScenery(place, stage, reading);
  const figures = await figureLayers(reading, place, stage, scenery, shot);
  return {
    stage,
    place,
    layers: [
      ...skyLayers(reading, place, stage, scenery),
      ...groundCover(reading, place, stage),
      ...figures,
      ...scenery.inFront,
      ...weatherLayers(reading, place, stage),
    ],
    lettering: reading.quotedText === null ? null : letteringLayer(stage, reading),
  };
}

/** A launch begins on the ground. */
function placeFor(reading: PromptReading, shot: Shot | null): Place {
  const isLaunch = shot !== null && [...shot.actions.values()].includes("launch");
  if (!isLaunch) return choosePlace(reading);
  const settings = reading.settings.filter((setting) => setting !== "space" && setting !== "sky");
  return settings.length === 0 ? "desert" : choosePlace({ ...reading, settings });
}

async function figureLayers(
  reading: PromptReading,
  place: Place,
  stage: Stage,
  scenery: Scenery,
  shot: Shot | null,
): Promise<Layer[]> {
  const laidOut = await layOut(reading, place, stage, scenery, launchedBy(shot));
  const figures = laidOut.map((figure) => turnAhead(figure, shot));
  const isSoft = scenery.footing === "snow" || scenery.footing === "sand";
  const standing = figures.filter((figure) => !isTraveling(actionOf(figure, shot)));
  const tracks = isSoft ? [trackLayer(standing, stage, scenery)] : [];
  const isSmoking = ({ emoji }: Figure) => reading.features.has("smoke") && hasChimney(emoji);
  const painted = figures.map((figure, index): Layer => {
    const action = actionOf(figure, shot);
    const lit = lightSprite(figure, stage, scenery);
    const underlay = prepareUnderlay(figure, lit, stage, scenery);
    const depth = Math.min(
      0.95,
      0.5 + 0.4 * ((figure.y - stage.horizon) / Math.max(1, stage.height - stage.horizon)),
    );
    return {
      depth: figure.hasGroundUnder ? depth : 0.7,
      moving(context, timeSeconds) {
        const pose = shot === null ? restPose : poseAt(figure, stage, shot, timeSeconds);
        if (shot !== null && action === "launch") {
          const tail = figure.y + Math.min(0, pose.y + figure.height * 0.25);
          paintExhaust(context, { figure, stage, tail, share: timeSeconds / shot.seconds });
        }
        paintUnder(context, figure, underlay, scenery, pose);
        paintFigure(context, figure, lit, pose);
        paintLights(context, figure, stage, pose);
        if (isSmoking(figure)) paintSmoke(context, figure, stage, timeSeconds);
        if (isTraveling(action) && scenery.footing !== "water") return;
        const random = stage.random.fork(`footing ${index}`);
        paintFooting(context, figure, stage, scenery, pose, random);
      },
    };
  });
  return [...tracks, ...painted];
}

function launchedBy(shot: Shot | null): ReadonlySet<string> {
  const actions = [...(shot?.actions ?? [])];
  return new Set(actions.flatMap(([emoji, action]) => (action === "launch" ? [emoji] : [])));
}

/** The action of a rider is that of its mount. */
function actionOf({ mount, emoji }: Figure, shot: Shot | null): Action | undefined {
  return shot?.actions.get(mount?.emoji ?? emoji);
}

/** A figure that travels looks where it goes. */
function turnAhead(figure: Figure, shot: Shot | null): Figure {
  if (shot === null || !isTraveling(actionOf(figure, shot))) return figure;
  const isFlipped = figure.habit.facesLeft === (shot.heading === "right");
  return { ...figure, isFlipped };
}

/** Lightning and fireworks are in front of the sky, which is the first layer, and behind the land. */
function skyLayers(reading: PromptReading, place: Place, stage: Stage, scenery: Scenery): Layer[] {
  const [sky, ...land] = scenery.behind;
  if (!sky || !hasWeather(place)) return [...scenery.behind];
  const { features } = reading;
  return [
    sky,
    ...(features.has("lightning") ? [lightning(stage)] : []),
    ...(features.has("fireworks") ? [fireworks(stage)] : []),
    ...land,
  ];
}

function weatherLayers(reading: PromptReading, place: Place, stage: Stage): Layer[] {
  if (!hasWeather(place)) return [];
  const layers: Layer[] = [];
  const { weather, features } = reading;
  if (weather.includes("fog")) layers.push(mist(stage, 0.6));
  if (weather.includes("snow")) layers.push(snowfall(stage));
  if (weather.includes("rain") || weather.includes("storm")) layers.push(rainfall(stage));
  if (features.has("autumn")) layers.push(fallingLeaves(stage, ["#d9772b", "#c4452d", "#e0a83a"]));
  if (features.has("blossom")) layers.push(fallingLeaves(stage, ["#ffc4d9", "#ffe1ec", "#ff9dc0"]));
  return layers;
}

/** Paints a scene as a still image. */
export function paintStill(scene: Scene): Canvas {
  const { width, height } = scene.stage;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  for (const layer of scene.layers) {
    context.save();
    if ("still" in layer) layer.still(context);
    else layer.moving(context, 0);
    context.restore();
  }
  createFinish(scene)(canvas);
  return canvas;
}
