/**
 * Divides a fixed number of places among holders, so that no single holder can take them all. Many holders
 * together can.
 */
export interface FairShare {
  /** Takes a place and returns its release function, or null when the holder has used up its share. */
  take(holder: string): (() => void) | null;
}

/**
 * A holder gets another place while it holds fewer than are free ("dynamic threshold", Choudhury and Hahne
 * 1998). A single holder gets half of the places, and two that start together get a third each. Of a hundred
 * places some are left until seven holders have taken their shares.
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
