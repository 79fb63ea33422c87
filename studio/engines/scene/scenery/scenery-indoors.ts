import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import { bokeh, motes } from "#studio/engines/scene/particles.ts";

import type { Scenery } from "./scenery.ts";
import { glow, stars } from "./sky.ts";

/** Creates floorboards towards the vanishing point. */
function boards(stage: Stage, top: number, wood: string): Layer {
  const { width, height, mood } = stage;
  const margin = marginOf(stage);
  return {
    depth: 0.5,
    still(context) {
      const random = stage.random.fork("boards");
      const tall = height - top;
      context.save();
      context.beginPath();
      context.rect(-margin, top, width + margin * 2, tall + margin);
      context.clip();
      const count = 13;
      for (let board = -6; board < count + 6; board += 1) {
        const at = (edge: number, spread: number) =>
          width * (0.5 + ((edge - count / 2) / count) * spread);
        context.fillStyle = mix(
          wood,
          random.chance(0.5) ? lighten(wood, 0.14) : darken(wood, 0.18),
          random.next(),
        );
        context.beginPath();
        context.moveTo(at(board, 0.9), top);
        context.lineTo(at(board + 1, 0.9), top);
        context.lineTo(at(board + 1, 2.1), height + margin);
        context.lineTo(at(board, 2.1), height + margin);
        context.fill();
        context.strokeStyle = withAlpha(darken(wood, 0.6), 0.55);
        context.lineWidth = Math.max(1, height * 0.002);
        context.stroke();
        for (let grain = 0; grain < 5; grain += 1) {
          const edge = board + random.next();
          context.strokeStyle = withAlpha(darken(wood, 0.5), 0.12);
          context.beginPath();
          context.moveTo(at(edge, 0.9), top);
          context.lineTo(at(edge + random.between(-0.1, 0.1), 2.1), height + margin);
          context.stroke();
        }
      }
      context.globalCompositeOperation = "soft-light";
      const pool = context.createRadialGradient(
        width / 2,
        top + tall * 0.35,
        0,
        width / 2,
        top + tall * 0.35,
        width * 0.6,
      );
      pool.addColorStop(0, withAlpha(mood.light, 0.9));
      pool.addColorStop(1, withAlpha("#0a0820", 0.7));
      context.fillStyle = pool;
      context.fillRect(-margin, top, width + margin * 2, tall + margin);
      context.restore();
    },
  };
}

export function tableScenery(stage: Stage): Scenery {
  const { width, height, horizon, mood } = stage;
  const margin = marginOf(stage);
  const random = stage.random.fork("table");
  const night = mood.time === "night";
  const wall = random.pick(["#8a4a32", "#2f6466", "#5f3f70", "#8a6226"]);
  const wood = night ? "#7a4e30" : "#a8713f";
  const backdrop: Layer = {
    depth: 0.05,
    still(context) {
      const body = context.createRadialGradient(
        width * mood.lightX,
        height * 0.2,
        0,
        width * 0.5,
        height * 0.4,
        width * 0.85,
      );
      body.addColorStop(0, lighten(wall, night ? 0.2 : 0.5));
      body.addColorStop(0.5, wall);
      body.addColorStop(1, darken(wall, 0.6));
      context.fillStyle = body;
      context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2);
    },
  };
  return {
    behind: [
      backdrop,
      bokeh(stage, {
        colors: ["#ffcf7a", "#ffe6b0", "#ff9d5c", "#ffb8a0"],
        count: 34,
        top: 0.02,
        bottom: 0.56,
        size: 42,
      }),
      boards(stage, horizon, wood),
    ],
    inFront: [
      motes(stage, { name: "dust", color: "#ffe9bd", count: 22, size: 1.1, top: 0.1, rise: 0.004 }),
    ],
    footing: "hard",
    groundColor: wood,
  };
}

export function roomScenery(stage: Stage): Scenery {
  const { width, height, horizon, mood } = stage;
  const margin = marginOf(stage);
  const night = mood.time === "night";
  const random = stage.random.fork("room");
  const wall = mix(
    random.pick(["#d9b99a", "#a8c0b8", "#c9b3c9", "#b9c4d9"]),
    "#2a2440",
    night ? 0.6 : 0.05,
  );
  const wood = night ? "#6b4630" : "#a97849";
  const room: Layer = {
    depth: 0.1,
    still(context) {
      const body = context.createLinearGradient(0, 0, 0, horizon);
      body.addColorStop(0, darken(wall, 0.25));
      body.addColorStop(1, wall);
      context.fillStyle = body;
      context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2);
      context.fillStyle = lighten(wall, 0.3);
      context.fillRect(-margin, horizon - height * 0.035, width + margin * 2, height * 0.035);
      paintPictures(context);
    },
  };
  const frame = {
    x: width * (mood.lightX < 0.5 ? 0.1 : 0.62),
    y: height * 0.1,
    wide: Math.min(width * 0.28, height * 0.42),
    tall: height * 0.4,
  };
  const outside: Layer = {
    depth: 0.1,
    still(context) {
      const sky = context.createLinearGradient(0, frame.y, 0, frame.y + frame.tall);
      for (const [index, color] of mood.sky.entries()) sky.addColorStop(index / 3, color);
      context.fillStyle = sky;
      context.fillRect(frame.x, frame.y, frame.wide, frame.tall);
      if (night) {
        context.save();
        context.beginPath();
        context.rect(frame.x, frame.y, frame.wide, frame.tall);
        context.clip();
        const night = stars({ ...stage, horizon: height * 0.5 }, 1);
        if ("moving" in night) night.moving(context, 0);
        context.restore();
      }
      context.strokeStyle = lighten(wood, 0.35);
      context.lineWidth = height * 0.016;
      context.strokeRect(frame.x, frame.y, frame.wide, frame.tall);
      context.lineWidth = height * 0.009;
      context.beginPath();
      context.moveTo(frame.x + frame.wide / 2, frame.y);
      context.lineTo(frame.x + frame.wide / 2, frame.y + frame.tall);
      context.moveTo(frame.x, frame.y + frame.tall / 2);
      context.lineTo(frame.x + frame.wide, frame.y + frame.tall / 2);
      context.stroke();
    },
  };
  const lamp: Layer = {
    depth: 0.3,
    still(context) {
      context.save();
      context.globalCompositeOperation = "screen";
      const x = night ? width * (1 - mood.lightX) : frame.x + frame.wide / 2;
      glow(
        context,
        x,
        height * 0.3,
        width * 0.5,
        night ? "#ffb868" : mood.light,
        night ? 0.5 : 0.32,
      );
      context.restore();
    },
  };
  const rug: Layer = {
    depth: 0.52,
    still(context) {
      const color = random.fork("rug").pick(["#b8504f", "#4f6fa8", "#5f9078", "#a87fb8"]);
      const y = horizon + (height - horizon) * 0.56;
      for (const [size, tone] of [
        [1, darken(color, 0.25)],
        [0.88, lighten(color, 0.25)],
        [0.82, color],
        [0.5, lighten(color, 0.14)],
      ] as const) {
        context.fillStyle = withAlpha(night ? darken(tone, 0.35) : tone, 0.9);
        context.beginPath();
        context.ellipse(
          width / 2,
          y,
          width * 0.4 * size,
          (height - horizon) * 0.36 * size,
          0,
          0,
          7,
        );
        context.fill();
      }
    },
  };
  return {
    behind: [room, outside, boards(stage, horizon, wood), rug, lamp],
    inFront: [
      motes(stage, { name: "dust", color: "#ffe9bd", count: 24, size: 1.1, top: 0.1, rise: 0.004 }),
    ],
    footing: "hard",
    groundColor: wood,
  };

  function paintPictures(
    context: Parameters<Extract<Layer, { still: unknown }>["still"]>[0],
  ): void {
    const own = random.fork("pictures");
    for (const offset of [0.08, 0.24]) {
      const x = width * (mood.lightX < 0.5 ? 0.6 + offset : offset);
      const y = height * own.between(0.14, 0.2);
      const wide = width * 0.11;
      const tall = height * own.between(0.14, 0.22);
      context.fillStyle = darken(wood, 0.3);
      context.fillRect(x - 4, y - 4, wide + 8, tall + 8);
      context.fillStyle = lighten(wall, 0.5);
      context.fillRect(x, y, wide, tall);
      context.fillStyle = own.pick(["#d98a5c", "#5c8fd9", "#7ab87a", "#d9b85c"]);
      context.beginPath();
      context.arc(x + wide / 2, y + tall / 2, Math.min(wide, tall) * 0.3, 0, 7);
      context.fill();
    }
  }
}
