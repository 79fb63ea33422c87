import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import type { Random } from "#studio/engines/scene/random.ts";

/** Creates heights of 0–1 along a line from octaves of noise. `rough` 0 is rolling, 1 is jagged. */
export function ridgeLine(random: Random, rough: number): (share: number) => number {
  const waves = [1.6, 3.4, 7.1, 14.3, 29.7, 61].map((frequency, octave) => ({
    frequency: frequency * random.between(0.85, 1.15),
    phase: random.between(0, Math.PI * 2),
    height: 0.5 ** octave * (octave === 0 ? 1 : 0.35 + rough * 0.8),
  }));
  const total = waves.reduce((sum, { height }) => sum + height, 0);
  return (share) => {
    const sum = waves.reduce((value, { frequency, phase, height }) => {
      const wave = Math.sin(share * frequency * Math.PI + phase);
      return value + height * (rough > 0.5 ? 1 - 2 * Math.abs(wave) : wave);
    }, 0);
    return 0.5 + (sum / total) * 0.5;
  };
}

/** Creates mountains. Each peak has a lit and a shaded flank, and snow above a given height. */
export function mountainLayer(
  stage: Stage,
  look: { name: string; base: number; tall: number; color: string; depth: number; snow: number },
): Layer {
  const { width, height, mood } = stage;
  const line = ridgeLine(stage.random.fork(look.name), 0.85);
  const margin = marginOf(stage);
  const at = (x: number) => look.base - look.tall * (0.12 + 0.88 * line(x / width));
  return {
    depth: look.depth,
    still(context) {
      // Forked again for each painting, so that a reflection shows the same mountains.
      const random = stage.random.fork(`${look.name} flanks`);
      traceRidge(context, at, -margin, width + margin, Math.max(1, width / 640), height);
      const body = context.createLinearGradient(0, look.base - look.tall, 0, look.base);
      body.addColorStop(0, mix(look.color, mood.light, 0.12));
      body.addColorStop(1, mix(look.color, mood.haze, 0.7));
      context.fillStyle = body;
      context.fill();
      context.save();
      context.clip();
      if (look.snow > 0) paintSnowCaps(context, stage, look, random);
      for (const peak of findPeaks(at, -margin, width + margin, width / 220)) {
        paintShade(context, stage, look, { peak, at }, random);
      }
      const veil = context.createLinearGradient(0, look.base - look.tall * 0.55, 0, look.base);
      veil.addColorStop(0, withAlpha(mood.haze, 0));
      veil.addColorStop(1, withAlpha(mood.haze, 0.85));
      context.fillStyle = veil;
      context.fillRect(-margin, look.base - look.tall, width + margin * 2, look.tall * 1.2);
      context.restore();
    },
  };
}

interface Peak {
  readonly x: number;
  readonly left: number;
  readonly right: number;
}

/** Finds the peaks of a line, each with its adjacent valleys. */
function findPeaks(at: (x: number) => number, from: number, to: number, step: number): Peak[] {
  const turns: { x: number; isTop: boolean }[] = [];
  for (let x = from + step; x < to; x += step) {
    const [before, here, after] = [at(x - step), at(x), at(x + step)];
    if (here < before && here <= after) turns.push({ x, isTop: true });
    if (here > before && here >= after) turns.push({ x, isTop: false });
  }
  return turns.flatMap(({ x, isTop }, index) => {
    if (!isTop) return [];
    return { x, left: turns[index - 1]?.x ?? from, right: turns[index + 1]?.x ?? to };
  });
}

function paintSnowCaps(
  context: SKRSContext2D,
  stage: Stage,
  look: { base: number; tall: number; color: string; snow: number },
  random: Random,
): void {
  const { width, mood } = stage;
  const margin = marginOf(stage);
  const snow = mix(
    mix("#fbfdff", mood.light, 0.2),
    look.color,
    mood.time === "night" ? 0.48 : 0.16,
  );
  const snowLine = look.base - look.tall * (1 - look.snow * 0.72);
  const step = width / 90;
  context.beginPath();
  context.moveTo(-margin, look.base - look.tall * 1.1);
  for (let x = -margin; x <= width + margin; x += step) {
    context.lineTo(x, snowLine + random.between(-0.1, 0.1) * look.tall);
  }
  context.lineTo(width + margin, look.base - look.tall * 1.1);
  const fill = context.createLinearGradient(
    0,
    look.base - look.tall,
    0,
    snowLine + look.tall * 0.1,
  );
  fill.addColorStop(0, withAlpha(snow, 0.96));
  fill.addColorStop(1, withAlpha(snow, 0.6));
  context.fillStyle = fill;
  context.fill();
}

/** Paints the unlit side of a peak, with a broken edge. */
function paintShade(
  context: SKRSContext2D,
  stage: Stage,
  look: { base: number; tall: number; color: string },
  { peak, at }: { peak: Peak; at: (x: number) => number },
  random: Random,
): void {
  const side = stage.mood.lightX * stage.width < peak.x ? 1 : -1;
  const valley = side > 0 ? peak.right : peak.left;
  const top = at(peak.x);
  const drop = look.base - top;
  context.beginPath();
  context.moveTo(peak.x, top - 1);
  for (let share = 0.1; share <= 1; share += 0.1) {
    const x = peak.x + (valley - peak.x) * share;
    context.lineTo(x, at(x) - 1);
  }
  context.lineTo(valley, look.base);
  const edge = peak.x + (valley - peak.x) * 0.2;
  for (let share = 1; share > 0.05; share -= 0.14) {
    const x = peak.x + (edge - peak.x) * share + random.between(-0.06, 0.06) * drop;
    context.lineTo(x, top + drop * share * 0.92);
  }
  context.closePath();
  const shade = context.createLinearGradient(0, top, 0, look.base);
  const dark = mix(darken(look.color, 0.35), stage.mood.sky[1], 0.25);
  shade.addColorStop(0, withAlpha(dark, 0.62));
  shade.addColorStop(1, withAlpha(dark, 0.1));
  context.fillStyle = shade;
  context.fill();
}

export function traceRidge(
  context: SKRSContext2D,
  at: (x: number) => number,
  from: number,
  to: number,
  step: number,
  bottom: number,
): void {
  context.beginPath();
  context.moveTo(from, bottom * 1.2);
  for (let x = from; x <= to + step; x += step) context.lineTo(x, at(x));
  context.lineTo(to + step, bottom * 1.2);
  context.closePath();
}

/** Creates hills or dunes: a smooth line with light along the crest. */
export function hillLayer(
  stage: Stage,
  look: { name: string; base: number; tall: number; color: string; depth: number; crest: number },
): Layer {
  const { width, height, mood } = stage;
  const line = ridgeLine(stage.random.fork(look.name), 0.05);
  const margin = marginOf(stage);
  const at = (x: number) => look.base - look.tall * line(x / width);
  return {
    depth: look.depth,
    still(context) {
      const step = Math.max(1, width / 320);
      traceRidge(context, at, -margin, width + margin, step, height);
      const body = context.createLinearGradient(0, look.base - look.tall, 0, height);
      body.addColorStop(0, mix(look.color, mood.light, look.crest));
      body.addColorStop(0.16, look.color);
      body.addColorStop(1, darken(look.color, 0.35));
      context.fillStyle = body;
      context.fill();
      context.save();
      context.clip();
      const side = context.createLinearGradient(
        mood.lightX * width,
        0,
        (1 - mood.lightX) * width,
        0,
      );
      side.addColorStop(0, withAlpha(mood.light, 0.22 * look.crest * 2));
      side.addColorStop(1, withAlpha(darken(look.color, 0.8), 0.22));
      context.fillStyle = side;
      context.fillRect(-margin, 0, width + margin * 2, height + margin);
      context.restore();
    },
  };
}

/** Creates water up to the horizon, with a glittering reflection of the light. */
export function waterLayer(
  stage: Stage,
  look: { top: number; bottom: number; color: string; depth: number },
): Layer[] {
  const { width, height, mood } = stage;
  const margin = marginOf(stage);
  const tall = look.bottom - look.top;
  const random = stage.random.fork("water");
  const unit = Math.min(width, height) / 720;
  const streaks = Array.from({ length: 420 }, () => {
    const share = random.next() ** 1.6;
    return {
      x: random.between(-0.08, 1.08) * width,
      y: look.top + share * tall,
      length: (10 + share * 90) * unit * random.between(0.4, 1.3),
      thickness: (0.7 + share * 2.8) * unit,
      bright: random.chance(0.55),
      phase: random.between(0, 6.3),
    };
  });
  const sparkle = Array.from({ length: 260 }, () => {
    const share = random.next() ** 1.3;
    return {
      share,
      across: random.between(-1, 1) * random.next(),
      phase: random.between(0, 6.3),
      rate: random.between(1.5, 4),
    };
  });
  return [
    {
      depth: look.depth,
      still(context) {
        const body = context.createLinearGradient(0, look.top, 0, look.bottom);
        body.addColorStop(0, mix(mood.sky[3], look.color, 0.3));
        body.addColorStop(0.2, mix(mood.sky[2], look.color, 0.62));
        body.addColorStop(1, darken(mix(mood.sky[1], look.color, 0.72), 0.2));
        context.fillStyle = body;
        context.fillRect(-margin, look.top, width + margin * 2, height - look.top + margin);
      },
    },
    {
      depth: look.depth,
      moving(context, timeSeconds) {
        for (const { x, y, length, thickness, bright, phase } of streaks) {
          const wave = Math.sin(phase + timeSeconds * 1.4);
          const color = bright ? mix(mood.sky[3], "#ffffff", 0.25) : darken(look.color, 0.35);
          context.fillStyle = withAlpha(color, 0.14 + 0.1 * wave);
          context.beginPath();
          context.ellipse(
            x + wave * length * 0.12,
            y,
            length / 2,
            thickness / 2,
            0,
            0,
            Math.PI * 2,
          );
          context.fill();
        }
        context.save();
        context.globalCompositeOperation = "screen";
        for (const { share, across, phase, rate } of sparkle) {
          const spread = width * (0.03 + share * 0.16);
          const shine = 0.5 + 0.5 * Math.sin(phase + rate * timeSeconds);
          context.fillStyle = withAlpha(mood.light, (0.2 + 0.6 * shine) * (1 - share * 0.6));
          context.beginPath();
          context.ellipse(
            mood.lightX * width + across * spread,
            look.top + share * tall,
            (3 + share * 22) * unit,
            (0.8 + share * 2) * unit,
            0,
            0,
            Math.PI * 2,
          );
          context.fill();
        }
        context.restore();
      },
    },
  ];
}

/** Creates ground down to the lower edge, with a colour gradient, a pool of light and fine texture. */
export function groundLayer(
  stage: Stage,
  look: { name: string; top: number; color: string; depth: number; bumps: number; far?: string },
): Layer {
  const { width, height, mood } = stage;
  const margin = marginOf(stage);
  const random = stage.random.fork(look.name);
  const line = ridgeLine(random, 0.05);
  const tall = height - look.top;
  const at = (x: number) => look.top + (line(x / width) - 0.5) * tall * look.bumps;
  return {
    depth: look.depth,
    still(context) {
      traceRidge(context, at, -margin, width + margin, Math.max(1, width / 320), height);
      const body = context.createLinearGradient(0, look.top - tall * 0.05, 0, height);
      body.addColorStop(0, look.far ?? mix(look.color, mood.haze, 0.4));
      body.addColorStop(0.3, look.color);
      body.addColorStop(
        1,
        mood.isSnowy ? mix(look.color, mood.sky[1], 0.5) : darken(look.color, 0.42),
      );
      context.fillStyle = body;
      context.fill();
      context.save();
      context.clip();
      paintMottles(context, stage, look, random);
      context.globalCompositeOperation = "soft-light";
      const pool = context.createRadialGradient(
        width * (0.5 + (mood.lightX - 0.5) * 0.5),
        look.top + tall * 0.3,
        0,
        width * 0.5,
        look.top + tall * 0.4,
        width * 0.6,
      );
      pool.addColorStop(0, withAlpha(lighten(mood.light, 0.3), 0.75));
      pool.addColorStop(1, withAlpha("#0a0820", 0.45));
      context.fillStyle = pool;
      context.fillRect(-margin, look.top - tall, width + margin * 2, tall * 2 + margin);
      context.restore();
    },
  };
}

function paintMottles(
  context: SKRSContext2D,
  stage: Stage,
  look: { top: number; color: string },
  random: Random,
): void {
  const { width, height, mood } = stage;
  const tall = height - look.top;
  for (let index = 0; index < 150; index += 1) {
    const share = random.next() ** 0.8;
    const size = width * (0.02 + share * 0.1) * random.between(0.5, 1.2);
    const x = random.between(-0.08, 1.08) * width;
    const y = look.top + share * tall;
    const bright = random.chance(0.5);
    const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1);
    const dark = mood.isSnowy ? mix(look.color, mood.sky[1], 0.5) : darken(look.color, 0.35);
    const color = bright ? mix(look.color, mood.light, 0.55) : dark;
    gradient.addColorStop(0, withAlpha(color, 0.2));
    gradient.addColorStop(1, withAlpha(color, 0));
    context.save();
    context.translate(x, y);
    context.scale(size, size * 0.16);
    context.fillStyle = gradient;
    context.fillRect(-1, -1, 2, 2);
    context.restore();
  }
}
