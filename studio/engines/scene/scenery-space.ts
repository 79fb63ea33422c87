import { darken, lighten, mix, withAlpha } from "./color.ts";
import { tint } from "./foreground.ts";
import { type Layer, type Stage, marginOf } from "./layer.ts";
import { motes } from "./particles.ts";
import type { PromptReading } from "./read-prompt.ts";
import type { Scenery } from "./scenery.ts";
import { glow, skyLayers, stars } from "./sky.ts";
import { groundLayer, hillLayer, mountainLayer } from "./terrain.ts";

/** Clouds of light in two or three colours, with dust lanes and many stars. */
export function nebula(stage: Stage, colors: readonly string[]): Layer {
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
