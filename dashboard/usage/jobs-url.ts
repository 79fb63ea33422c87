import type { DayRange } from "./period.ts";

/**
 * URL of the list of jobs behind a number. Undefined for a value that the list has no filter for, such as that of an API
 * key, and for jobs without a model.
 */
export function jobsUrlOf(
  range: DayRange,
  values: Readonly<Record<string, string>>,
): string | undefined {
  const { day, model, status, ...others } = values;
  if (model === "" || Object.keys(others).length > 0) return undefined;
  const query = new URLSearchParams({
    ...(model === undefined ? {} : { model }),
    ...(status === undefined ? {} : { status }),
    ...(day === undefined ? range : { from: day, to: day }),
  });
  return `/jobs?${query.toString()}`;
}
