import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { previewEstimate } from "#contract/app-api.ts";
import { useSettled } from "#contract/use-settled.ts";

/** Price, model and understood request of a body. Shows the former estimate until the next one arrives. */
export function useEstimate(request: { readonly body: object } | null) {
  const wanted = request === null ? null : JSON.stringify(request.body);
  const settled = useSettled(wanted);
  const estimate = useQuery({
    ...previewEstimate(settled),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const isCurrent = wanted === settled && !estimate.isPlaceholderData;
  return {
    estimate: wanted === null ? undefined : estimate.data,
    /** False while the estimate belongs to a former state of the draft. */
    isCurrent,
    isReading: wanted !== null && (!isCurrent || estimate.isFetching),
    error: wanted === null || !isCurrent ? null : estimate.error,
  };
}
