import { firstIdAt } from "#db/ids.ts";

/** A month of jobs: those whose ids are from `from` on and below `to`. */
export interface Month {
  /** Such as `2026_11`. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Lists the month of a date and the following ones, in UTC. */
export function listMonths(date: Date, following: number): Month[] {
  return Array.from({ length: following + 1 }, (_, index) => {
    const start = monthAt(date, index);
    return {
      name: start.toISOString().slice(0, 7).replace("-", "_"),
      from: firstIdAt("job", start.getTime()),
      to: firstIdAt("job", monthAt(date, index + 1).getTime()),
    };
  });
}

/** First id of a job in the month after the next one: no process whose clock is right creates it within four weeks. */
export function boundAfterNextMonth(date: Date): string {
  return firstIdAt("job", monthAt(date, 2).getTime());
}

function monthAt(date: Date, later: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1));
}
