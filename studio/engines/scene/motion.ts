import type { Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import { type Pose, restPose } from "./paint-figure.ts";
import { actOut } from "./shot/act-out.ts";
import type { Shot } from "./shot/read-shot.ts";

/** Computes the pose of a figure at a time of the film, by the action that the prompt names or by its habit. */
export function poseAt(figure: Figure, stage: Stage, shot: Shot, timeSeconds: number): Pose {
  // Riders move with their mount.
  if (figure.mount) return poseAt(figure.mount, stage, shot, timeSeconds);
  const action = shot.actions.get(figure.emoji);
  return action === undefined
    ? followHabit(figure, stage, shot, timeSeconds)
    : actOut(action, figure, stage, shot, timeSeconds);
}

function followHabit(figure: Figure, stage: Stage, shot: Shot, timeSeconds: number): Pose {
  const { height, phase, isFlipped, habit } = figure;
  const beat = (rate: number) =>
    Math.sin(timeSeconds * rate * Math.PI * 2 + phase) - Math.sin(phase);
  const forward = isFlipped === habit.facesLeft ? 1 : -1;
  /** Travels at a speed in widths of the frame per second, but never out of the frame. */
  const travel = (speed: number) => {
    const room = Math.min(figure.x, stage.width - figure.x) - stage.width * 0.08;
    const reach = Math.min((speed * stage.width * shot.seconds) / 2, Math.max(0, room));
    return forward * (timeSeconds / shot.seconds - 0.5) * 2 * reach;
  };

  switch (habit.motion) {
    case "hop": {
      // A hop in the first 28 % of each two seconds, then a rest.
      const turn = ((timeSeconds + phase * 0.3) % 2) / 2;
      const jump = turn < 0.28 ? Math.sin((turn / 0.28) * Math.PI) : 0;
      return {
        ...restPose,
        y: -jump * height * 0.07,
        angle: 0.025 * beat(0.35),
        stretch: 1 + 0.012 * beat(0.5) + jump * 0.03,
      };
    }
    case "bob":
      return {
        ...restPose,
        x: travel(habit.habitat === "afloat" ? 0.05 : 0.015),
        y: -Math.abs(Math.sin(timeSeconds * 3.4 + phase)) * height * 0.018,
        angle: 0.02 * beat(0.54),
        stretch: 1 + 0.008 * beat(1.1),
      };
    case "fly":
      return {
        ...restPose,
        x: travel(0.07),
        y: height * 0.14 * beat(0.4),
        angle: 0.08 * beat(0.4),
        stretch: 1 + 0.05 * beat(2.2),
      };
    case "float":
      return {
        ...restPose,
        x: stage.width * 0.006 * beat(0.16),
        y: height * 0.055 * beat(0.28),
        angle: 0.045 * beat(0.2),
      };
    case "swim":
      return {
        ...restPose,
        x: travel(0.05),
        y: height * 0.06 * beat(0.36),
        angle: 0.06 * beat(0.5),
        stretch: 1 + 0.014 * beat(1),
      };
    case "drive":
      return {
        ...restPose,
        x: travel(0.09),
        y: -Math.abs(Math.sin(timeSeconds * 11)) * height * 0.008,
        angle: 0.006 * beat(1.7),
      };
    case "sway":
      return { ...restPose, angle: 0.018 * beat(0.36), stretch: 1 + 0.008 * beat(0.9) };
    case "still":
      return restPose;
  }
}
