import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import { motes } from "#studio/engines/scene/particles.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Scenery } from "./scenery.ts";
import { glow, skyLayers, stars } from "./sky.ts";

/** Creates clouds of light in two or three colours, with dust lanes and many stars. */
function nebula(stage: Stage, colors: readonly string[]): Layer {
  const { width, height, mood } = stage;
  const margin = marginOf(stage);
  return {
    depth: 0,
    still(context) {
      const random = stage.random.fork("nebula");
      const body = context.createLinearGradient(0, 0, width, height);
      for (const [index, color] of mood.sky.entries()) body.addColorStop(index / 3, color);
      context.fillStyle = body;
      context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2);
      context.save();
      context.globalCompositeOperation = "screen";
      const tilt = random.between(-0.5, 0.5);
      for (let index = 0; index < 90; index += 1) {
        const along = random.between(-0.7, 0.7);
        const across = random.between(-1, 1) * random.next() * 0.32;
        const x = width * (0.5 + along - across * tilt);
        const y = height * (0.5 + along * tilt + across);
        const color = colors[index % colors.length] ?? "#ffffff";
        glow(context, x, y, width * random.between(0.06, 0.26), color, random.between(0.05, 0.17));
      }
      context.restore();
      for (let index = 0; index < 26; index += 1) {
        const along = random.between(-0.6, 0.6);
        const x = width * (0.5 + along);
        const y = height * (0.5 + along * tilt + random.between(-0.08, 0.08));
        glow(
          context,
          x,
          y,
          width * random.between(0.04, 0.12),
          "#05030f",
          random.between(0.15, 0.4),
        );
      }
    },
  };
}

export function spaceScenery(stage: Stage, reading: PromptReading): Scenery {
  const { width, height, mood } = stage;
  const random = stage.random.fork("space");
  const palettes = [
    ["#7a3cff", "#ff4f9a", "#2f8cff"],
    ["#2f6bff", "#2fd6d0", "#9a5cff"],
    ["#ff7a3c", "#ff3d7a", "#6a3cff"],
  ] as const;
  const colors = palettes[random.whole(0, palettes.length - 1)] ?? palettes[0];
  const showPlanet = !reading.subjects.some(({ emoji }) => emoji === "🪐" || emoji === "🌍");
  return {
    behind: [
      nebula(stage, colors),
      stars({ ...stage, horizon: height }, 1.02),
      ...(showPlanet ? [planet(stage, colors)] : []),
    ],
    inFront: [
      motes(stage, {
        name: "stardust",
        color: lighten(mood.light, 0.2),
        count: 30,
        size: 1.1,
        top: 0,
        rise: 0.003,
      }),
    ],
    footing: "none",
    groundColor: mix(colors[0], "#000000", 0.5),
  };

  function planet(where: Stage, tones: readonly string[]): Layer {
    const x = width * (where.mood.lightX < 0.5 ? 0.86 : 0.14);
    const y = height * random.between(0.72, 0.9);
    const radius = Math.min(width, height) * random.between(0.2, 0.3);
    const base = mix(tones[1] ?? "#888888", "#3a2a6a", 0.45);
    const side = where.mood.lightX < 0.5 ? -1 : 1;
    return {
      depth: 0.12,
      still(context) {
        glow(context, x, y, radius * 1.5, lighten(base, 0.4), 0.32);
        const body = context.createRadialGradient(
          x + side * radius * 0.5,
          y - radius * 0.5,
          radius * 0.1,
          x,
          y,
          radius * 1.15,
        );
        body.addColorStop(0, lighten(base, 0.45));
        body.addColorStop(0.45, base);
        body.addColorStop(1, darken(base, 0.85));
        context.fillStyle = body;
        context.beginPath();
        context.arc(x, y, radius, 0, Math.PI * 2);
        context.fill();
        context.save();
        context.clip();
        for (let band = 0; band < 9; band += 1) {
          context.fillStyle = withAlpha(band % 2 === 0 ? "#ffffff" : "#100830", 0.07);
          context.beginPath();
          context.ellipse(
            x,
            y - radius + (band * radius * 2) / 8.5,
            radius * 1.2,
            radius * 0.09,
            -0.18,
            0,
            7,
          );
          context.fill();
        }
        context.restore();
      },
    };
  }
}

export function skyScenery(stage: Stage, reading: PromptReading): Scenery {
  const { width, height, mood } = stage;
  const random = stage.random.fork("sea of clouds");
  const high = { ...stage, horizon: height };
  const puffs = Array.from({ length: 120 }, (_, index) => {
    const row = Math.floor(index / 40);
    return {
      x: random.between(-0.1, 1.1) * width,
      y: height * (0.78 + row * 0.1 + random.between(-0.04, 0.04)),
      radius: width * random.between(0.05, 0.11) * (0.8 + row * 0.3),
      row,
    };
  });
  const floor: Layer = {
    depth: 0.5,
    moving(context, timeSeconds) {
      for (const { x, y, radius, row } of puffs) {
        const atX = x + timeSeconds * width * 0.004 * (row + 1);
        const bright = mix(mood.light, mood.sky[3], 0.3);
        const puff = context.createRadialGradient(
          atX,
          y - radius * 0.5,
          radius * 0.05,
          atX,
          y,
          radius,
        );
        puff.addColorStop(
          0,
          withAlpha(mood.time === "night" ? mix(bright, mood.sky[2], 0.6) : bright, 0.8),
        );
        puff.addColorStop(0.6, withAlpha(mix(mood.haze, mood.sky[1], 0.25), 0.45));
        puff.addColorStop(1, withAlpha(mood.haze, 0));
        context.fillStyle = puff;
        context.fillRect(atX - radius, y - radius, radius * 2, radius * 2);
      }
    },
  };
  return {
    behind: [...skyLayers(high, { features: reading.features, showLight: true, clouds: 7 }), floor],
    inFront: [],
    footing: "none",
    groundColor: mood.haze,
  };
}
