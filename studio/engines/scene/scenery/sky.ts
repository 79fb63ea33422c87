import type { SKRSContext2D } from "@napi-rs/canvas";

import { lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";

export function skyLayers(
  stage: Stage,
  options: { features: ReadonlySet<string>; showLight: boolean; clouds: number },
): Layer[] {
  const { mood } = stage;
  const layers: Layer[] = [{ depth: 0, still: (context) => paintGradient(context, stage) }];
  if (mood.hasStars) layers.push(stars(stage, 1));
  if (options.features.has("aurora")) layers.push(aurora(stage));
  if (options.showLight)
    layers.push({ depth: 0.02, still: (context) => paintLight(context, stage) });
  if (options.features.has("rainbow")) {
    layers.push({ depth: 0.04, still: (context) => paintRainbow(context, stage) });
  }
  if (options.clouds > 0) layers.push(clouds(stage, options.clouds));
  return layers;
}

function paintGradient(context: SKRSContext2D, stage: Stage): void {
  const margin = marginOf(stage);
  const gradient = context.createLinearGradient(0, -margin, 0, stage.horizon * 1.05);
  for (const [index, color] of stage.mood.sky.entries()) {
    gradient.addColorStop([0, 0.38, 0.74, 1][index] ?? 1, color);
  }
  context.fillStyle = gradient;
  context.fillRect(-margin, -margin, stage.width + margin * 2, stage.height + margin * 2);
}

/** Creates stars. Most are faint; a few twinkle with a halo. */
export function stars(stage: Stage, reach: number): Layer {
  const random = stage.random.fork("stars");
  const bottom = stage.horizon * reach;
  const unit = Math.min(stage.width, stage.height) / 720;
  const count = Math.round((stage.width * bottom) / (2600 * unit * unit));
  const list = Array.from({ length: count }, () => ({
    x: random.between(-0.08, 1.08) * stage.width,
    y: random.between(-0.05, 1) * bottom,
    size: (0.5 + random.next() ** 6 * 1.9) * unit,
    phase: random.between(0, Math.PI * 2),
    rate: random.between(0.8, 2.6),
    warm: random.chance(0.25),
  }));
  return {
    depth: 0.01,
    moving(context, timeSeconds) {
      for (const { x, y, size, phase, rate, warm } of list) {
        const fade = 1 - Math.max(0, y / bottom) ** 2 * 0.75;
        const twinkle = 0.62 + 0.38 * Math.sin(phase + rate * timeSeconds);
        const color = warm ? "#ffe9c4" : "#eaf2ff";
        if (size > 1.5 * unit) glow(context, x, y, size * 6, color, 0.3 * twinkle * fade);
        context.fillStyle = withAlpha(color, fade * twinkle);
        context.beginPath();
        context.arc(x, y, size, 0, Math.PI * 2);
        context.fill();
      }
    },
  };
}

export function glow(
  context: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  color: string,
  alpha: number,
): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, withAlpha(color, alpha));
  gradient.addColorStop(0.25, withAlpha(color, alpha * 0.5));
  gradient.addColorStop(0.6, withAlpha(color, alpha * 0.14));
  gradient.addColorStop(1, withAlpha(color, 0));
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

function paintLight(context: SKRSContext2D, stage: Stage): void {
  const { width, height, mood } = stage;
  const unit = Math.min(width, height);
  const x = mood.lightX * width;
  const y = mood.lightY * height;
  context.save();
  context.globalCompositeOperation = "screen";
  glow(context, x, y, unit * 0.95, mood.light, mood.time === "night" ? 0.4 : 0.6);
  glow(context, x, y, unit * 0.3, mood.light, 0.6);
  context.restore();
  if (mood.weather.includes("rain") || mood.weather.includes("storm")) return;
  if (mood.time === "night") paintMoon(context, x, y, unit * 0.072, mood.light);
  else paintSun(context, x, y, unit * (mood.time === "day" ? 0.055 : 0.085), mood.light);
}

function paintMoon(context: SKRSContext2D, x: number, y: number, radius: number, light: string) {
  const gradient = context.createRadialGradient(
    x - radius * 0.3,
    y - radius * 0.3,
    radius * 0.1,
    x,
    y,
    radius,
  );
  gradient.addColorStop(0, "#ffffff");
  gradient.addColorStop(0.7, lighten(light, 0.35));
  gradient.addColorStop(1, mix(light, "#9db4dd", 0.5));
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
  context.save();
  context.clip();
  context.filter = `blur(${(radius * 0.05).toFixed(1)}px)`;
  context.fillStyle = "rgba(120,142,190,0.3)";
  for (const [dx, dy, size] of [
    [-0.35, -0.2, 0.26],
    [0.15, -0.45, 0.15],
    [0.3, 0.15, 0.3],
    [-0.2, 0.42, 0.2],
    [0.55, -0.25, 0.12],
    [0.05, 0.7, 0.16],
  ] as const) {
    context.beginPath();
    context.ellipse(x + dx * radius, y + dy * radius, size * radius, size * radius * 0.85, 0, 0, 7);
    context.fill();
  }
  context.restore();
}

function paintSun(context: SKRSContext2D, x: number, y: number, radius: number, light: string) {
  const gradient = context.createRadialGradient(x, y, radius * 0.2, x, y, radius * 1.1);
  gradient.addColorStop(0, "#fffdf2");
  gradient.addColorStop(0.86, lighten(light, 0.45));
  gradient.addColorStop(1, withAlpha(light, 0));
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(x, y, radius * 1.1, 0, Math.PI * 2);
  context.fill();
}

function paintRainbow(context: SKRSContext2D, { width, horizon, height }: Stage): void {
  const radius = Math.min(width * 0.55, height * 0.8);
  const bands = ["#e8423f", "#f59a35", "#f7dd4a", "#5cc26a", "#4a90e8", "#7a5ad8"];
  context.save();
  context.filter = `blur(${(height * 0.004).toFixed(1)}px)`;
  context.lineWidth = radius * 0.028;
  for (const [index, color] of bands.entries()) {
    context.strokeStyle = withAlpha(color, 0.5);
    context.beginPath();
    context.arc(width / 2, horizon + radius * 0.12, radius * (1 - index * 0.027), Math.PI, 0);
    context.stroke();
  }
  context.restore();
}

/** Creates swaying curtains of light. */
function aurora(stage: Stage): Layer {
  const random = stage.random.fork("aurora");
  const { width, horizon } = stage;
  const margin = marginOf(stage);
  const curtains = ["#46f0a8", "#3fd6c8", "#8f6cf0"].map((color, index) => ({
    color,
    base: horizon * (0.36 + index * 0.13),
    tall: horizon * random.between(0.28, 0.42),
    phase: random.between(0, 6),
    waves: random.between(1.4, 2.4),
  }));
  return {
    depth: 0.03,
    moving(context, timeSeconds) {
      context.save();
      context.globalCompositeOperation = "screen";
      const step = Math.max(3, width / 320);
      for (const { color, base, tall, phase, waves } of curtains) {
        for (let x = -margin; x < width + margin; x += step) {
          const along = (x / width) * waves * Math.PI + phase;
          const sway =
            Math.sin(along + timeSeconds * 0.35) + 0.5 * Math.sin(along * 2.3 - timeSeconds * 0.22);
          const y = base + sway * horizon * 0.075;
          const ripple = 0.55 + 0.45 * Math.sin(along * 9 + timeSeconds * 0.8);
          const gradient = context.createLinearGradient(0, y - tall, 0, y + tall * 0.18);
          gradient.addColorStop(0, withAlpha(color, 0));
          gradient.addColorStop(0.8, withAlpha(color, 0.2 + 0.2 * ripple));
          gradient.addColorStop(1, withAlpha(color, 0));
          context.fillStyle = gradient;
          context.fillRect(x, y - tall, step + 0.6, tall * 1.18);
        }
      }
      context.restore();
    },
  };
}

/** Creates drifting clouds of soft puffs, lit by the scene's light. */
function clouds(stage: Stage, amount: number): Layer {
  const random = stage.random.fork("clouds");
  const { width, horizon, mood } = stage;
  const isDark = mood.weather.includes("storm") || mood.weather.includes("rain");
  const lit = isDark ? mix(mood.haze, "#8a94a8", 0.4) : mix(mood.light, mood.sky[3], 0.25);
  const bright = mood.time === "night" ? mix(mood.sky[2], mood.light, 0.18) : lit;
  const shade = mix(mood.sky[1], mood.haze, 0.55);
  const list = Array.from({ length: amount }, () => {
    const size = width * random.between(0.07, 0.15);
    const puffs = Array.from({ length: random.whole(9, 15) }, () => {
      const across = random.between(-1, 1);
      return {
        x: across * size,
        y: -random.next() * size * 0.34 * (1 - Math.abs(across)),
        radius: size * random.between(0.18, 0.36) * (1.1 - Math.abs(across) * 0.6),
      };
    });
    return {
      x: random.between(-0.1, 1.1) * width,
      y: horizon * random.between(0.12, 0.62),
      rate: random.between(0.002, 0.006) * width,
      alpha: random.between(0.55, 0.9) * (mood.time === "night" ? 0.42 : 1),
      puffs,
    };
  });
  return {
    depth: 0.06,
    moving(context, timeSeconds) {
      for (const { x, y, rate, alpha, puffs } of list) {
        for (const puff of puffs) {
          const puffX = x + puff.x + rate * timeSeconds;
          const puffY = y + puff.y;
          const gradient = context.createRadialGradient(
            puffX,
            puffY - puff.radius * 0.35,
            puff.radius * 0.05,
            puffX,
            puffY,
            puff.radius,
          );
          gradient.addColorStop(0, withAlpha(bright, alpha * 0.62));
          gradient.addColorStop(0.55, withAlpha(mix(bright, shade, 0.35), alpha * 0.4));
          gradient.addColorStop(1, withAlpha(shade, 0));
          context.fillStyle = gradient;
          context.fillRect(
            puffX - puff.radius,
            puffY - puff.radius,
            puff.radius * 2,
            puff.radius * 2,
          );
        }
      }
    },
  };
}
