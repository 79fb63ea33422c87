import type { Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import { type Pose, restPose } from "./paint-figure.ts";

/** Computes the pose of a figure from its kind of motion. At 0 seconds, all figures rest. */
export function poseAt(figure: Figure, stage: Stage, timeSeconds: number): Pose {
  if (timeSeconds === 0) return restPose;
  // Riders move with their mount.
  if (figure.mount) return poseAt(figure.mount, stage, timeSeconds);
  const { height, phase, isFlipped, habit } = figure;
  const beat = (rate: number) =>
    Math.sin(timeSeconds * rate * Math.PI * 2 + phase) - Math.sin(phase);
  const ease = Math.min(1, timeSeconds / 0.6);
  const forward = isFlipped === habit.facesLeft ? 1 : -1;

  switch (habit.motion) {
    case "hop": {
      // A hop in the first 28 % of each two seconds, then a rest.
      const turn = ((timeSeconds + phase * 0.3) % 2) / 2;
      const jump = turn < 0.28 ? Math.sin((turn / 0.28) * Math.PI) : 0;
      const breathe = 1 + 0.012 * beat(0.5);
      return {
        x: 0,
        y: -jump * height * 0.07 * ease,
        angle: 0.025 * beat(0.35) * ease,
        stretch: breathe + jump * 0.03 * ease,
      };
    }
    case "bob":
      return {
        x: forward * timeSeconds * height * 0.03,
        y: -Math.abs(Math.sin(timeSeconds * 3.4 + phase)) * height * 0.018 * ease,
        angle: 0.02 * beat(0.54) * ease,
        stretch: 1 + 0.008 * beat(1.1) * ease,
      };
    case "fly":
      return {
        x: forward * timeSeconds * stage.width * 0.035,
        y: height * 0.14 * beat(0.4),
        angle: 0.08 * beat(0.4),
        stretch: 1 + 0.05 * beat(2.2) * ease,
      };
    case "float":
      return {
        x: stage.width * 0.006 * beat(0.16),
        y: height * 0.055 * beat(0.28),
        angle: 0.045 * beat(0.2),
        stretch: 1,
      };
    case "swim":
      return {
        x: forward * timeSeconds * stage.width * 0.02,
        y: height * 0.06 * beat(0.36),
        angle: 0.06 * beat(0.5),
        stretch: 1 + 0.014 * beat(1) * ease,
      };
    case "drive":
      return {
        x: forward * timeSeconds * stage.width * 0.022,
        y: -Math.abs(Math.sin(timeSeconds * 11)) * height * 0.008 * ease,
        angle: 0.006 * beat(1.7) * ease,
        stretch: 1,
      };
    case "sway":
      return { x: 0, y: 0, angle: 0.018 * beat(0.36), stretch: 1 + 0.008 * beat(0.9) };
    case "still":
      return restPose;
  }
}
