import type { Random } from "#studio/engines/scene/random.ts";

import type { Pose } from "./draw-face.ts";

export type HeadMotion = Pick<Pose, "blink" | "shiftX" | "shiftY">;

/** Without them, a still image would look frozen above its mouth. */
const blinkSeconds = { closing: 0.08, opening: 0.16, pauseMin: 2.2, pauseMax: 5.5 } as const;
const swayReach = { x: 0.035, y: 0.022 } as const;

/**
 * Returns the head's small motion at the time of each frame: slow sway, and blinks at irregular intervals. `Random`
 * determines all of it.
 */
export function moveHead(random: Random, fps: number, frames: number): readonly HeadMotion[] {
  const [across, down] = [sway(random), sway(random)];
  const times = blinkTimes(random, frames / fps);
  let next = 0;
  return Array.from({ length: frames }, (_, frame) => {
    const seconds = frame / fps;
    while (seconds > (times[next] ?? Infinity) + blinkSeconds.opening) next += 1;
    return {
      blink: blinkAt(seconds - (times[next] ?? Infinity)),
      shiftX: across(seconds) * swayReach.x,
      shiftY: down(seconds) * swayReach.y,
    };
  });
}

/** Sums waves of periods without a common multiple; 0 at the start, where the film shows the image as it is. */
function sway(random: Random): (seconds: number) => number {
  const waves = [0.9, 1.7, 2.9].map((speed) => ({
    speed: speed * random.between(0.9, 1.1),
    phase: random.between(0, Math.PI * 2),
    reach: 1 / (speed + 0.6),
  }));
  const at = (seconds: number) =>
    waves.reduce(
      (sum, { speed, phase, reach }) => sum + Math.sin(seconds * speed + phase) * reach,
      0,
    );
  const start = at(0);
  return (seconds) => at(seconds) - start;
}

function blinkTimes(random: Random, seconds: number): number[] {
  const times: number[] = [];
  const pause = () => random.between(blinkSeconds.pauseMin, blinkSeconds.pauseMax);
  for (let time = pause() * 0.6; time < seconds; time += pause()) times.push(time);
  return times;
}

/** Closes fast and opens more slowly around the moment 0. */
function blinkAt(seconds: number): number {
  const { closing, opening } = blinkSeconds;
  if (seconds < -closing || seconds > opening) return 0;
  return seconds < 0 ? 1 + seconds / closing : 1 - seconds / opening;
}
