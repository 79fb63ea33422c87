import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { previewEstimate } from "#contract/app-api.ts";

/** An estimate is requested when nothing has been typed for this long. */
const pauseMs = 600;

/** Price, model and understood request of a body. Shows the former estimate until the next one arrives. */
export function useEstimate(request: { readonly body: object } | null) {
  const wanted = request === null ? null : JSON.stringify(request.body);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
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
