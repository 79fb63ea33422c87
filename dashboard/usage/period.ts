export const periods = ["7", "30", "90"] as const;
export type Period = (typeof periods)[number];

export const periodDefault: Period = "30";

/** The API sums by hour for the last days only. */
export const hourDaysMax = 7;

/** First and last day, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;

/** Days of a period that ends today, first to last, in UTC like the days of the API. */
export function daysOf(period: Period, now: number): string[] {
  const count = Number(period);
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Hours of a day in UTC, in the form of the API. */
export function hoursOf(day: string): string[] {
  return Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, "0")}:00Z`);
}

/** Name of a downloaded table. */
export function fileNameOf(table: string, { from, to }: DayRange): string {
  return `usage-${table}-${from}-${to}`;
}
