import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import type { Layer, Stage } from "#studio/engines/scene/layer.ts";
import { motes } from "#studio/engines/scene/particles.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { tint } from "./foreground.ts";
import type { Scenery } from "./scenery.ts";
import { glow, skyLayers } from "./sky.ts";
import { groundLayer, hillLayer, mountainLayer } from "./terrain.ts";

export function marsScenery(stage: Stage, reading: PromptReading): Scenery {
  const { height, horizon, mood } = stage;
  const dust = tint(stage, "#b8582f");
  const hill = (name: string, y: number, tall: number, fade: number, depth: number) =>
    hillLayer(stage, {
      name,
      base: horizon + y * height,
      tall: tall * height,
      color: mix(dust, mood.haze, fade),
      depth,
      crest: 0.3,
    });
  return {
    behind: [
      ...skyLayers(stage, { features: reading.features, showLight: true, clouds: 2 }),
      smallMoon(stage, 0.7, 0.18, 0.03),
      mountainLayer(stage, {
        name: "mesas",
        base: horizon,
        tall: height * 0.26,
        color: mix(tint(stage, "#8c3f22"), mood.haze, 0.5),
        depth: 0.08,
        snow: 0,
      }),
      hill("hill 1", 0.02, 0.1, 0.4, 0.16),
      groundLayer(stage, { name: "ground", top: horizon, color: dust, depth: 0.5, bumps: 0.2 }),
      craters(stage, dust, 9),
      rocks(stage, dust, 46),
    ],
    inFront: [
      motes(stage, {
        name: "dust",
        color: mood.light,
        count: 40,
        size: 1.1,
        top: 0.4,
        rise: 0.003,
      }),
    ],
    footing: "sand",
    groundColor: dust,
  };
}

export function moonScenery(stage: Stage): Scenery {
  const { height, horizon } = stage;
  const dust = tint({ ...stage, mood: { ...stage.mood, time: "day" } }, "#b9bcc6");
  return {
    behind: [
      ...skyLayers(stage, { features: new Set(), showLight: false, clouds: 0 }),
      earthrise(stage),
      hillLayer(stage, {
        name: "rim",
        base: horizon + height * 0.03,
        tall: height * 0.16,
        color: darken(dust, 0.4),
        depth: 0.1,
        crest: 0.35,
      }),
      groundLayer(stage, { name: "ground", top: horizon, color: dust, depth: 0.5, bumps: 0.25 }),
      craters(stage, dust, 16),
      rocks(stage, dust, 30),
    ],
    inFront: [],
    footing: "sand",
    groundColor: dust,
  };
}

function smallMoon(stage: Stage, share: number, top: number, size: number): Layer {
  const { width, height, mood } = stage;
  const x = width * (mood.lightX < 0.5 ? share : 1 - share);
  return {
    depth: 0.03,
    still(context) {
      const radius = size * Math.min(width, height);
      context.fillStyle = withAlpha(lighten(mood.sky[3], 0.3), 0.75);
      context.beginPath();
      context.arc(x, height * top, radius, 0, Math.PI * 2);
      context.fill();
    },
  };
}

function earthrise(stage: Stage): Layer {
  const { width, height, mood } = stage;
  const x = width * mood.lightX;
  const y = height * 0.27;
  const radius = Math.min(width, height) * 0.12;
  return {
    depth: 0.02,
    still(context) {
      const random = stage.random.fork("earth");
      glow(context, x, y, radius * 1.9, "#5aa8ff", 0.4);
      const sea = context.createRadialGradient(
        x - radius * 0.4,
        y - radius * 0.4,
        radius * 0.1,
        x,
        y,
        radius,
      );
      sea.addColorStop(0, "#8fd0ff");
      sea.addColorStop(0.5, "#2f7fd6");
      sea.addColorStop(1, "#0a1f5c");
      context.fillStyle = sea;
      context.beginPath();
      context.arc(x, y, radius, 0, Math.PI * 2);
      context.fill();
      context.save();
      context.clip();
      context.filter = `blur(${(radius * 0.02).toFixed(1)}px)`;
      for (let index = 0; index < 26; index += 1) {
        context.fillStyle = index < 9 ? "rgba(74,150,84,0.75)" : "rgba(255,255,255,0.5)";
        context.beginPath();
        context.ellipse(
          x + random.between(-0.8, 0.8) * radius,
          y + random.between(-0.9, 0.9) * radius,
          radius * random.between(0.1, 0.34),
          radius * random.between(0.04, index < 9 ? 0.24 : 0.09),
          random.between(-0.4, 0.4),
          0,
          7,
        );
        context.fill();
      }
      context.restore();
    },
  };
}

function craters(stage: Stage, color: string, count: number): Layer {
  const { width, height, horizon } = stage;
  return {
    depth: 0.52,
    still(context) {
      const random = stage.random.fork("craters");
      for (let index = 0; index < count; index += 1) {
        const share = random.between(0.06, 1);
        const x = random.between(-0.05, 1.05) * width;
        const y = horizon + share * (height - horizon);
        const rx = width * (0.012 + share * 0.06) * random.between(0.5, 1.2);
        const ry = rx * 0.26;
        context.fillStyle = withAlpha(darken(color, 0.5), 0.5);
        context.beginPath();
        context.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
        context.fill();
        context.strokeStyle = withAlpha(lighten(color, 0.35), 0.5);
        context.lineWidth = Math.max(1, ry * 0.24);
        context.beginPath();
        context.ellipse(x, y + ry * 0.12, rx, ry, 0, 0.1, Math.PI - 0.1);
        context.stroke();
      }
    },
  };
}

function rocks(stage: Stage, color: string, count: number): Layer {
  const { width, height, horizon, mood } = stage;
  return {
    depth: 0.55,
    still(context) {
      const random = stage.random.fork("rocks");
      const list = Array.from({ length: count }, () => ({
        share: random.next() ** 0.8,
        x: random.between(-0.05, 1.05) * width,
        size: random.between(0.3, 1) ** 2,
      })).toSorted((left, right) => left.share - right.share);
      for (const { share, x, size } of list) {
        const y = horizon + share * (height - horizon);
        const radius = height * (0.006 + share * 0.035) * size;
        context.fillStyle = withAlpha(darken(color, 0.7), 0.4);
        context.beginPath();
        context.ellipse(
          x + (mood.lightX < 0.5 ? 1 : -1) * radius * 0.7,
          y,
          radius * 1.5,
          radius * 0.28,
          0,
          0,
          7,
        );
        context.fill();
        const body = context.createLinearGradient(x - radius, 0, x + radius, 0);
        const lit = lighten(color, 0.22);
        const dark = darken(color, 0.55);
        body.addColorStop(0, mood.lightX < 0.5 ? lit : dark);
        body.addColorStop(1, mood.lightX < 0.5 ? dark : lit);
        context.fillStyle = body;
        context.beginPath();
        context.moveTo(x - radius, y);
        context.lineTo(x - radius * 0.7, y - radius * random.between(0.6, 0.9));
        context.lineTo(
          x + radius * random.between(-0.2, 0.2),
          y - radius * random.between(0.9, 1.3),
        );
        context.lineTo(x + radius * 0.75, y - radius * random.between(0.4, 0.8));
        context.lineTo(x + radius, y);
        context.closePath();
        context.fill();
      }
    },
  };
}
