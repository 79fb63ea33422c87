import { z } from "zod";

import { AppError } from "#domain/errors.ts";

export const usageDaysMax = 92;
export const usageDaysDefault = 30;

const dayMs = 86_400_000;
const day = z.iso.date().optional();

/** Query parameters of a period of days. */
export const usagePeriodFields = {
  from: day.meta({ description: "First day (UTC)." }),
  to: day.meta({ description: "Last day (UTC)." }),
};

/** Returns first and last day of a period. Throws `parameters_invalid` for more than `daysMax` days. */
export function readUsagePeriod(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
  daysMax = usageDaysMax,
): { from: string; to: string } {
  const to = query.to ?? dayOf(now.getTime());
  const daysDefault = Math.min(daysMax, usageDaysDefault);
  const from = query.from ?? dayOf(Date.parse(to) - (daysDefault - 1) * dayMs);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1 || days > daysMax) {
    const message = `Request 1 to ${daysMax} days.`;
    const issues = [{ pointer: "query/from", code: "out_of_range", message }];
    throw new AppError("parameters_invalid", { issues });
  }
  return { from, to };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
