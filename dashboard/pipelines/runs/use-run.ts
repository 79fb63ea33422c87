import type { Job, PipelineWithDefinition } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { useJob } from "#contract/use-job.ts";

import { type Graph, toGraph, toLooseGraph } from "../graph/graph.ts";

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
  const graph = graphOfRun(run.data?.run, pipeline.data);
  return { run, graph, jobs: byStep(jobs.data?.data ?? [], graph), pipeline: pipeline.data };
}

/** Pipeline id of runs that a message with several requests starts. */
export const messagePipeline = "message";

/** The graph of a run, by its definition where that is stored. */
function graphOfRun(
  run: Job["run"],
  pipeline: Pick<PipelineWithDefinition, "definition"> | undefined,
): Graph {
  if (pipeline !== undefined) return toGraph(pipeline.definition);
  return run === undefined ? { steps: [], edges: [] } : toLooseGraph(run);
}

/**
 * Jobs by the innermost step of the graph that contains them, first to last: `shots[2].take` is a job of `take`, and
 * `part.take` one of the pipeline `part`, whose steps the graph does not show.
 */
function byStep(jobs: readonly Job[], graph: Graph): ReadonlyMap<string, readonly Job[]> {
  const names = new Set(graph.steps.map(({ name }) => name));
  return Map.groupBy(jobs.toReversed(), ({ source: { step = "" } }) => {
    const parts = step.split(".").map((part) => part.replace(/\[\d+\]$/, ""));
    return parts.findLast((part) => names.has(part)) ?? step;
  });
}
