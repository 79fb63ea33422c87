/**
 * Runs `work` and measures the longest block of the event loop: processor time of this thread between two
 * turns, so other processes on the machine do not count.
 */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = processorMs();
  let next: NodeJS.Immediate;
  const turn = () => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return Math.max(longest, processorMs() - last);
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
