import type { Stage } from "#studio/engines/scene/layer.ts";
import type { Figure } from "#studio/engines/scene/layout.ts";
import { type Pose, restPose } from "#studio/engines/scene/paint-figure.ts";

import type { Action } from "./actions.ts";
import type { Shot } from "./read-shot.ts";

/** Widths of the frame that an action travels in a second, and at most in a film. */
const travels: Partial<Record<Action, { readonly speed: number; readonly most: number }>> = {
  hop: { speed: 0.12, most: 0.6 },
  run: { speed: 0.2, most: 0.8 },
  walk: { speed: 0.08, most: 0.5 },
  roll: { speed: 0.16, most: 0.7 },
  fly: { speed: 0.18, most: 0.8 },
  glide: { speed: 0.13, most: 0.7 },
  cross: { speed: 0.22, most: 0.95 },
};

/** Reports whether a figure leaves its place on the ground. */
export function isTraveling(action: Action | undefined): boolean {
  return action === "launch" || action === "rise" || (action !== undefined && action in travels);
}

/** Computes the pose of a figure that does what the prompt says. It is at its place in the middle of the film. */
export function actOut(
  action: Action,
  figure: Figure,
  stage: Stage,
  shot: Shot,
  timeSeconds: number,
): Pose {
  const { height, phase } = figure;
  const forward = shot.heading === "right" ? 1 : -1;
  const share = timeSeconds / shot.seconds;
  const wave = (rate: number) => Math.sin(timeSeconds * rate * Math.PI * 2 + phase);
  const { speed, most } = travels[action] ?? { speed: 0, most: 0 };
  const distance = stage.width * Math.min(most, speed * shot.seconds);
  const along = (at: number) => forward * (at - 0.5) * distance;
  const x = along(share);

  switch (action) {
    case "launch": {
      // Holds for a moment, then accelerates out of the frame.
      const risen = Math.max(0, share - 0.18) / 0.82;
      const upright = uprightOf(figure);
      return {
        ...upright,
        x: upright.x + (share > 0.05 && risen < 0.2 ? wave(9) * height * 0.006 : 0),
        y: upright.y - risen ** 2.2 * (figure.y + height * 0.7),
      };
    }
    case "rise":
      return {
        ...restPose,
        x: wave(0.2) * height * 0.06,
        y: (0.5 - share) * stage.height * 0.55,
        angle: wave(0.25) * 0.04,
      };
    case "fall":
      return {
        ...restPose,
        x: wave(0.5) * height * 0.3,
        y: (((share + phase / 6) % 1) * 1.6 - 0.8) * stage.height,
        angle: wave(0.4) * 0.7,
      };
    case "circle": {
      const turn = share * Math.PI * 2 * Math.max(1, Math.round(shot.seconds / 5)) + phase;
      const radius = Math.min(stage.width * 0.24, stage.height * 0.42);
      return {
        ...restPose,
        x: Math.cos(turn) * radius * forward,
        y: Math.sin(turn) * radius * 0.45,
      };
    }
    case "hop": {
      const hops = Math.max(1, Math.round(shot.seconds / 0.75));
      const { part, done } = repeat(share * hops + phase);
      const leap = Math.min(1, part / 0.72);
      const air = Math.sin(leap * Math.PI);
      return {
        ...restPose,
        x: along((done - phase + leap * leap * (3 - 2 * leap)) / hops),
        y: -air * height * 0.24,
        angle: forward * (leap - 0.5) * air * 0.3,
        // Crouches between two hops.
        stretch:
          1 + air * 0.07 - (part > 0.72 ? Math.sin(((part - 0.72) / 0.28) * Math.PI) * 0.09 : 0),
      };
    }
    case "jump":
    case "bounce": {
      const { part } = repeat(timeSeconds / (action === "jump" ? 1.1 : 0.8) + phase);
      const air = Math.max(0, Math.sin(part * Math.PI * 1.25));
      return {
        ...restPose,
        y: -air * height * (action === "jump" ? 0.42 : 0.5),
        stretch: 1 + (air > 0 ? 0.05 * air : -0.08 * Math.sin(((part - 0.8) / 0.2) * Math.PI)),
      };
    }
    case "dance":
      return {
        x: wave(0.5) * height * 0.12,
        y: -Math.abs(wave(1)) * height * 0.07,
        angle: wave(0.5) * 0.16,
        stretch: 1 + 0.03 * wave(2),
        turn: 1,
      };
    case "spin":
      // What stands turns around itself; what floats or rolls turns like a wheel.
      return figure.habit.habitat === "ground"
        ? { ...restPose, turn: Math.cos(timeSeconds * Math.PI * 0.8) }
        : turnAround(timeSeconds * 0.9, height);
    case "roll": {
      const turned = turnAround(x / Math.max(1, figure.width / 2), height);
      return { ...turned, x: x + turned.x };
    }
    case "rest":
      return { ...restPose, stretch: 1 + 0.016 * wave(0.28) };
    case "run":
      return {
        ...restPose,
        x,
        y: -Math.abs(wave(1.5)) * height * 0.09,
        angle: forward * 0.05 + wave(1.5) * 0.05,
        stretch: 1 + 0.02 * wave(3),
      };
    case "walk":
      return {
        ...restPose,
        x,
        y: -Math.abs(wave(0.9)) * height * 0.03,
        angle: wave(0.9) * 0.035,
      };
    case "fly":
      return {
        ...restPose,
        x,
        y: height * 0.22 * wave(0.35),
        angle: forward * -0.08 * Math.cos(timeSeconds * 0.35 * Math.PI * 2 + phase),
        stretch: 1 + 0.06 * wave(2.4),
      };
    case "glide":
      return { ...restPose, x, y: height * 0.03 * wave(0.4), angle: wave(0.3) * 0.035 };
    case "cross":
      return {
        ...restPose,
        x,
        y: -Math.abs(wave(1.8)) * height * 0.008,
        angle: wave(1.7) * 0.006,
      };
  }
}

function repeat(turns: number): { readonly done: number; readonly part: number } {
  const done = Math.floor(turns);
  return { done, part: turns - done };
}

/** Turns a figure around its middle; poses turn around the feet. */
function turnAround(angle: number, height: number): Pose {
  const reach = height / 2;
  return { ...restPose, angle, x: -Math.sin(angle) * reach, y: Math.cos(angle) * reach - reach };
}

/** The library's rocket flies to the upper right; a launch turns it upright, with its tail on the ground. */
function uprightOf({ emoji, height }: Figure): Pose {
  if (!emoji.startsWith("🚀")) return restPose;
  const upright = turnAround(-Math.PI / 4, height);
  return { ...upright, y: upright.y - height * 0.1 };
}
