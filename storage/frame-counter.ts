/** A rate is taken over this time, so that neither an uneven frame nor a long last one changes it much. */
const windowSeconds = 5;

/** Counts the frames of a video in the order of their times, which are in ticks. */
export interface FrameCounter {
  /** Adds frames of equal length. A run may state billions of frames; each run takes constant time. */
  add(frames: number, ticksEach: number): void;
  /** Highest rate over any window, at least the average; null without frames. */
  framesPerSecond(): number | null;
}

export function frameCounter(ticksPerSecond: number): FrameCounter {
  const windowTicks = windowSeconds * ticksPerSecond;
  let [ticks, all, windowEnd, inWindow, most] = [0, 0, windowTicks, 0, 0];
  const add = (frames: number, ticksEach: number) => {
    all += frames;
    inWindow += frames;
    ticks += frames * ticksEach;
    if (ticks < windowEnd || windowTicks === 0) return;
    most = Math.max(most, inWindow);
    inWindow = 0;
    windowEnd = (Math.floor(ticks / windowTicks) + 1) * windowTicks;
  };
  return {
    add(frames, ticksEach) {
      if (ticks + frames * ticksEach < windowEnd || windowTicks === 0) {
        add(frames, ticksEach);
        return;
      }
      const first = Math.min(frames, Math.ceil((windowEnd - ticks) / ticksEach));
      add(first, ticksEach);
      const left = frames - first;
      const lastStart = Math.floor((ticks + left * ticksEach) / windowTicks) * windowTicks;
      const skipped = Math.min(left, Math.max(0, Math.ceil((lastStart - ticks) / ticksEach)));
      if (skipped > 0) {
        most = Math.max(most, Math.min(skipped, Math.ceil(windowTicks / ticksEach)));
        all += skipped;
        ticks += skipped * ticksEach;
        windowEnd = lastStart + windowTicks;
      }
      if (left > skipped) add(left - skipped, ticksEach);
    },
    framesPerSecond() {
      if (all === 0 || ticks === 0 || ticksPerSecond === 0) return null;
      return Math.max(all / (ticks / ticksPerSecond), Math.max(most, inWindow) / windowSeconds);
    },
  };
}
