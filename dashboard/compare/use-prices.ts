import type { Capability, GenerationRequest } from "@gme/client";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { previewEstimate } from "#contract/app-api.ts";
import { toProblem } from "#contract/to-problem.ts";

/** Prices are read when nothing has been typed for this long. */
const pauseMs = 600;

/** Highest price of the prompt with each model, and of all together; null until all are known. */
export function usePrices(capability: Capability, prompt: string, models: readonly string[]) {
  const [settled, setSettled] = useState(prompt);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(prompt), pauseMs);
    return () => clearTimeout(timer);
  }, [prompt]);
  const estimates = useQueries({
    queries: models.map((model) => {
      const body: GenerationRequest = { capability, prompt: settled, model };
      return { ...previewEstimate(JSON.stringify(body)), enabled: settled !== "" };
    }),
  });
  const priced = estimates.flatMap(({ data }) => (data?.outcome === "priced" ? [data] : []));
  const isCurrent = settled === prompt && prompt !== "" && priced.length === models.length;
  const error = estimates.find((estimate) => estimate.error !== null)?.error ?? null;
  return {
    total: isCurrent ? priced.reduce((sum, { price }) => sum + price.maxCredits, 0) : null,
    availableCredits: priced[0]?.availableCredits ?? 0,
    problem: error === null ? null : toProblem(error),
  };
}
