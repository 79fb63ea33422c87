import { Counter, Histogram, type Registry } from "prom-client";

import type { JobSource } from "#domain/jobs/job.ts";

export interface Accepted {
  readonly source: JobSource;
  /** Null while the message of the job is not parsed. */
  readonly contentType: string | null;
  /** From the validated request to the commit. */
  readonly seconds: number;
}

/** Registers accepted jobs. Returns a function that counts one; jobs of batches and of pipelines are not among them. */
export function createAcceptanceMetrics(registry: Registry): (accepted: Accepted) => void {
  const jobs = new Counter({
    name: "gme_jobs_accepted_total",
    help: "Jobs that this process has accepted, by type and source, without those of batches and pipelines.",
    labelNames: ["type", "source"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "gme_acceptance_seconds",
    help: "Time from a validated request to the commit of its job.",
    labelNames: ["source"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return ({ source, contentType, seconds }) => {
    jobs.inc({ type: contentType ?? "unknown", source });
    duration.observe({ source }, seconds);
  };
}
