import { z } from "zod";

const timeParameter = z.iso
  .datetime({
    offset: true,
    error: ({ code }) =>
      code === "invalid_format" ? "Must be a time such as 2026-11-21T09:30:00Z" : undefined,
  })
  .optional();

/** Query parameters of a list that can be limited to a time range. */
export const timeRangeFields = {
  createdAfter: timeParameter.meta({ description: "Start of the time range, inclusive." }),
  createdBefore: timeParameter.meta({ description: "End of the time range, exclusive." }),
};

export interface TimeRange {
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
}

/** Reads a time range from strings in ISO 8601 or milliseconds. */
export function readTimeRange({
  createdAfter,
  createdBefore,
}: {
  readonly createdAfter?: string | number | undefined;
  readonly createdBefore?: string | number | undefined;
}): TimeRange {
  return { createdAfter: toBound(createdAfter), createdBefore: toBound(createdBefore) };
}

/** PostgreSQL reads neither the year 0 nor five digits of JavaScript's text of a time; no row is outside of these years. */
const boundMax = Date.parse("9999-12-31T23:59:59.999Z");

function toBound(time: string | number | undefined): Date | undefined {
  if (time === undefined) return undefined;
  return new Date(Math.min(Math.max(new Date(time).getTime(), 0), boundMax));
}
