/** Far above every timeout within an iteration: of a connection, a statement, a call to Temporal. */
const stalledMs = 300_000;

/**
 * Detects hanging loops. Each loop runs its iterations through `watch`, and an iteration without a beat for
 * five minutes is stalled. Only a restart helps then, so `/live` fails.
 */
export interface Watchdog {
  /** Runs one iteration of a loop. A long iteration that makes progress calls `beat`. */
  watch<Result>(loop: string, turn: (beat: () => void) => Promise<Result>): Promise<Result>;
  /** Returns the names of the stalled loops, without duplicates. */
  stalled(): string[];
}

export function createWatchdog({ now = () => performance.now() } = {}): Watchdog {
  const turns = new Set<{ readonly loop: string; beatAtMs: number }>();
  return {
    async watch(loop, turn) {
      const current = { loop, beatAtMs: now() };
      turns.add(current);
      try {
        return await turn(() => {
          current.beatAtMs = now();
        });
      } finally {
        turns.delete(current);
      }
    },
    stalled() {
      const late = [...turns].filter(({ beatAtMs }) => now() - beatAtMs > stalledMs);
      return [...new Set(late.map(({ loop }) => loop))];
    },
  };
}
