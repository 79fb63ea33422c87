/** Far above every time-out of a turn: of connecting, of a statement, of a call of Temporal. */
const stalledMs = 300_000;

/**
 * Notices loops that hang: each does its turns through `watch`, and a turn without a beat for five
 * minutes is stalled. Nothing but a restart helps then, so `/live` fails.
 */
export interface Watchdog {
  /** Does one turn of a loop. A turn that takes long although it gets on calls `beat` on the way. */
  watch<Result>(loop: string, turn: (beat: () => void) => Promise<Result>): Promise<Result>;
  /** Names of the loops that hang, without duplicates. */
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
