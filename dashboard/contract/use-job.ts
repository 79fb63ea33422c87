import { useQuery } from "@tanstack/react-query";

import { isFinal } from "./merge-event.ts";
import { read } from "./queries.ts";
import { useNotLiveSince } from "./use-events.ts";

/** Reads of a running job while no event can arrive. */
const pollMs = 10_000;

/** A job, which the stream of events keeps up to date until it ends. */
export function useJob(jobId: string) {
  const isLive = useNotLiveSince() === null;
  return useQuery({
    ...read("getJob", { path: { jobId } }),
    refetchInterval: ({ state: { data } }) =>
      isLive || data === undefined || isFinal(data) ? false : pollMs,
  });
}
