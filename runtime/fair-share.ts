/** Divides a fixed number of places among holders, so that none can take them all. Many together can. */
export interface FairShare {
  /** Returns the function that gives the place back, or null when the holder has its share. */
  take(holder: string): (() => void) | null;
}

/**
 * A holder gets another place while it holds fewer than are free ("dynamic threshold", Choudhury and
 * Hahne 1998): one alone gets half of them, two that start together a third each, and of a hundred places
 * some are left until seven holders have taken all that they get.
 */
export function createFairShare(places: number): FairShare {
  const held = new Map<string, number>();
  let free = places;
  return {
    take(holder) {
      const before = held.get(holder) ?? 0;
      if (before >= free) return null;
      held.set(holder, before + 1);
      free -= 1;
      return () => {
        const after = (held.get(holder) ?? 0) - 1;
        if (after === 0) held.delete(holder);
        else held.set(holder, after);
        free += 1;
      };
    },
  };
}
