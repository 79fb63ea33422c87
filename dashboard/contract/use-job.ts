import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { engine } from "./engine.ts";
import { isFinal, mergeEvent } from "./merge-event.ts";
import { queryClient, read } from "./queries.ts";

/** A job that follows its events until it ends. */
export function useJob(jobId: string) {
  const job = useQuery(read("getJob", { path: { jobId } }));
  const isRunning = job.data !== undefined && !isFinal(job.data);
  useEffect(() => {
    if (!isRunning) return undefined;
    const controller = new AbortController();
    void followJob(jobId, controller.signal);
    return () => controller.abort();
  }, [jobId, isRunning]);
  return job;
}

/** Writes events into the cache. The end is read from the API, because events have neither files nor billing. */
async function followJob(jobId: string, signal: AbortSignal): Promise<void> {
  const { queryKey } = read("getJob", { path: { jobId } });
  try {
    for await (const event of engine.jobs.attach(jobId).events({ signal })) {
      if (isFinal(event)) break;
      queryClient.setQueryData(queryKey, (job) =>
        job === undefined ? job : mergeEvent(job, event),
      );
    }
  } catch {
    // Without a stream the job is read again below; the shell shows that the page is not live.
  }
  if (signal.aborted) return;
  for (const changed of [queryKey, ["listJobEvents"], ["listJobs"], ["getCredits"]]) {
    await queryClient.invalidateQueries({ queryKey: changed });
  }
}
