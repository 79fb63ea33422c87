import type { Job } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { useJob } from "#contract/use-job.ts";

import { type Graph, toGraph, toLooseGraph } from "./graph.ts";

const jobsMax = 100;

/** A run that follows its events, with the jobs of its steps by the name of the step. */
export function useRun(runId: string) {
  const run = useJob(runId);
  const jobs = useQuery({
    ...read("listJobs", { query: { run: runId, limit: jobsMax } }),
    enabled: run.data?.run !== undefined,
  });
  const { pipelineId, version } = run.data?.run ?? {};
  const pipeline = useQuery({
    ...read("getPipeline", {
      path: { pipelineId: pipelineId ?? "" },
      query: version === undefined ? {} : { version },
    }),
    enabled: pipelineId !== undefined && pipelineId !== messagePipeline,
  });
  return { run, jobs: byStep(jobs.data?.data ?? []), pipeline: pipeline.data };
}

/** Pipeline id of runs that a message with several requests starts. */
export const messagePipeline = "message";

/** The graph of a run, by its definition where that is stored. */
export function graphOfRun(
  run: NonNullable<Job["run"]>,
  pipeline: ReturnType<typeof useRun>["pipeline"],
): Graph {
  return pipeline === undefined ? toLooseGraph(run) : toGraph(pipeline.definition);
}

/** Jobs by the name of their step, first to last; `shots[2].take` is a job of `take`. */
function byStep(jobs: readonly Job[]): ReadonlyMap<string, readonly Job[]> {
  return Map.groupBy(jobs.toReversed(), ({ source }) => nameOfStep(source.step ?? ""));
}

function nameOfStep(path: string): string {
  return (path.split(".").at(-1) ?? path).replace(/\[\d+\]$/, "");
}
