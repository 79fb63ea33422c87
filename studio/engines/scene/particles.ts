import { mix, withAlpha } from "./color.ts";
import type { MovingLayer, Stage } from "./layer.ts";
import { glow } from "./scenery/sky.ts";

/** Creates snowflakes at three distances. Near flakes are large, soft and fast. */
export function snowfall(stage: Stage): MovingLayer {
  const random = stage.random.fork("snowfall");
  const { width, height } = stage;
  const unit = Math.min(width, height) / 720;
  const flakes = Array.from({ length: 340 }, () => {
    const near = random.next() ** 3;
    return {
      x: random.next(),
      y: random.next(),
      radius: (0.9 + near * 6.5) * unit,
      alpha: 0.85 - near * 0.45,
      fall: 0.05 + near * 0.16,
      sway: random.between(0.004, 0.014),
      phase: random.between(0, 6.3),
    };
  });
  return {
    depth: 1,
    moving(context, timeSeconds) {
      for (const { x, y, radius, alpha, fall, sway, phase } of flakes) {
        const atX = (x + sway * Math.sin(phase + timeSeconds * 1.1)) * width * 1.1 - width * 0.05;
        const atY = (((y + fall * timeSeconds) % 1) * 1.1 - 0.05) * height;
        const gradient = context.createRadialGradient(atX, atY, 0, atX, atY, radius);
        gradient.addColorStop(0, withAlpha("#ffffff", alpha));
        gradient.addColorStop(0.5, withAlpha("#ffffff", alpha * 0.7));
        gradient.addColorStop(1, withAlpha("#ffffff", 0));
        context.fillStyle = gradient;
        context.fillRect(atX - radius, atY - radius, radius * 2, radius * 2);
      }
    },
  };
}

export function rainfall(stage: Stage): MovingLayer {
  const random = stage.random.fork("rainfall");
  const { width, height, mood } = stage;
  const unit = Math.min(width, height) / 720;
  const drops = Array.from({ length: 420 }, () => ({
    x: random.next(),
    y: random.next(),
    near: random.next() ** 2,
    rate: random.between(1.1, 1.6),
  }));
  const color = mix(mood.light, mood.haze, 0.3);
  return {
    depth: 1,
    moving(context, timeSeconds) {
      context.lineCap = "round";
      for (const { x, y, near, rate } of drops) {
        const atY = (((y + rate * (0.7 + near) * timeSeconds) % 1) * 1.2 - 0.1) * height;
        const atX = x * width * 1.2 - width * 0.1 - atY * 0.12;
        const length = (14 + near * 46) * unit;
        context.strokeStyle = withAlpha(color, 0.14 + near * 0.24);
        context.lineWidth = (0.7 + near * 1.3) * unit;
        context.beginPath();
        context.moveTo(atX, atY);
        context.lineTo(atX - length * 0.12, atY + length);
        context.stroke();
      }
    },
  };
}

/** Creates wandering points of light: fireflies, dust in the sun, sparks, bubbles. */
export function motes(
  stage: Stage,
  look: { name: string; color: string; count: number; size: number; top: number; rise: number },
): MovingLayer {
  const random = stage.random.fork(look.name);
  const { width, height } = stage;
  const unit = Math.min(width, height) / 720;
  const list = Array.from({ length: look.count }, () => ({
    x: random.next(),
    y: random.between(look.top, 1),
    size: look.size * unit * random.between(0.5, 1.5),
    phase: random.between(0, 6.3),
    rate: random.between(0.5, 1.6),
  }));
  return {
    depth: 0.9,
    moving(context, timeSeconds) {
      context.save();
      context.globalCompositeOperation = "screen";
      const span = 1 - look.top + 0.1;
      for (const { x, y, size, phase, rate } of list) {
        const drift = Math.sin(phase + timeSeconds * rate * 0.7) * 0.02;
        const risen =
          look.top + ((((y - look.top - look.rise * rate * timeSeconds) % span) + span) % span);
        const pulse = 0.55 + 0.45 * Math.sin(phase * 3 + timeSeconds * rate * 2);
        glow(context, (x + drift) * width, risen * height, size * 4, look.color, 0.75 * pulse);
      }
      context.restore();
    },
  };
}

/** Creates leaves or petals that turn while they fall. */
export function fallingLeaves(stage: Stage, colors: readonly string[]): MovingLayer {
  const random = stage.random.fork("leaves");
  const { width, height } = stage;
  const unit = Math.min(width, height) / 720;
  const leaves = Array.from({ length: 46 }, (_, index) => ({
    x: random.next(),
    y: random.next(),
    size: random.between(4, 11) * unit,
    color: colors[index % colors.length] ?? "#ffffff",
    phase: random.between(0, 6.3),
    fall: random.between(0.05, 0.12),
  }));
  return {
    depth: 1,
    moving(context, timeSeconds) {
      for (const { x, y, size, color, phase, fall } of leaves) {
        const atY = (((y + fall * timeSeconds) % 1) * 1.1 - 0.05) * height;
        const atX = (x + 0.03 * Math.sin(phase + timeSeconds)) * width;
        context.save();
        context.translate(atX, atY);
        context.rotate(phase + timeSeconds * 1.2);
        context.fillStyle = withAlpha(color, 0.85);
        context.beginPath();
        context.ellipse(
          0,
          0,
          size,
          size * (0.25 + 0.25 * Math.abs(Math.sin(phase + timeSeconds))),
          0,
          0,
          7,
        );
        context.fill();
        context.restore();
      }
    },
  };
}

/** Creates soft discs of distant lamps. */
export function bokeh(
  stage: Stage,
  look: { colors: readonly string[]; count: number; top: number; bottom: number; size: number },
): MovingLayer {
  const random = stage.random.fork("bokeh");
  const { width, height } = stage;
  const unit = Math.min(width, height) / 720;
  const discs = Array.from({ length: look.count }, (_, index) => ({
    x: random.between(-0.05, 1.05) * width,
    y: random.between(look.top, look.bottom) * height,
    radius: look.size * unit * random.between(0.4, 1.2),
    color: look.colors[index % look.colors.length] ?? "#ffffff",
    alpha: random.between(0.12, 0.4),
    phase: random.between(0, 6.3),
  }));
  return {
    depth: 0.2,
    moving(context, timeSeconds) {
      context.save();
      context.globalCompositeOperation = "screen";
      for (const { x, y, radius, color, alpha, phase } of discs) {
        const shine = alpha * (0.85 + 0.15 * Math.sin(phase + timeSeconds * 1.3));
        const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
        gradient.addColorStop(0, withAlpha(color, shine * 0.7));
        gradient.addColorStop(0.82, withAlpha(color, shine));
        gradient.addColorStop(1, withAlpha(color, 0));
        context.fillStyle = gradient;
        context.beginPath();
        context.arc(x, y, radius, 0, Math.PI * 2);
        context.fill();
      }
      context.restore();
    },
  };
}

/** Creates banks of mist across the middle of the scene. */
export function mist(stage: Stage, strength: number): MovingLayer {
  const random = stage.random.fork("mist");
  const { width, horizon, height, mood } = stage;
  const banks = Array.from({ length: 16 }, () => ({
    x: random.between(-0.2, 1.2) * width,
    y: horizon + random.between(-0.14, 0.2) * height,
    rx: width * random.between(0.2, 0.45),
    ry: height * random.between(0.03, 0.08),
    rate: random.between(-0.012, 0.012) * width,
    alpha: strength * random.between(0.4, 1),
  }));
  const color = mix(mood.haze, mood.light, 0.25);
  return {
    depth: 0.5,
    moving(context, timeSeconds) {
      for (const { x, y, rx, ry, rate, alpha } of banks) {
        context.save();
        context.translate(x + rate * timeSeconds, y);
        context.scale(rx, ry);
        const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1);
        gradient.addColorStop(0, withAlpha(color, alpha));
        gradient.addColorStop(1, withAlpha(color, 0));
        context.fillStyle = gradient;
        context.fillRect(-1, -1, 2, 2);
        context.restore();
      }
    },
  };
}
