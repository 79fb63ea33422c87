import { Counter, Histogram, type Registry } from "prom-client";

import type { EndedJob } from "#db/jobs/ended-job.ts";
import { faultOf } from "#domain/jobs/fault.ts";

const buckets = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/** Registers the ends of jobs. Returns a function that counts one. */
export function createJobMetrics(registry: Registry): (job: EndedJob) => void {
  const registers = [registry];
  const ended = new Counter({
    name: "gme_jobs_ended_total",
    help: "Jobs whose last step this worker has run, by type, outcome and the party at fault.",
    labelNames: ["type", "outcome", "fault", "provider"],
    registers,
  });
  const total = new Histogram({
    name: "gme_job_seconds",
    help: "Time from acceptance to the end of completed jobs.",
    labelNames: ["type"],
    buckets,
    registers,
  });
  const start = new Histogram({
    name: "gme_job_start_seconds",
    help: "Time from acceptance to the first step of jobs.",
    buckets,
    registers,
  });
  const overhead = new Histogram({
    name: "gme_job_overhead_seconds",
    help: "Time of completed jobs without the time in which their provider had them; slot waits are included.",
    buckets,
    registers,
  });
  const captured = new Counter({
    name: "gme_credits_captured_total",
    help: "Credits charged for completed jobs, by provider.",
    labelNames: ["provider"],
    registers,
  });
  const released = new Counter({
    name: "gme_credits_released_total",
    help: "Credits that were held for jobs and given back when they ended, by provider.",
    labelNames: ["provider"],
    registers,
  });
  return (job) => {
    const type = job.type ?? "unknown";
    const provider = job.provider ?? "none";
    const fault = faultOf(job.status, job.code ?? undefined);
    ended.inc({ type, outcome: job.status, fault, provider });
    if (job.releasedCredits > 0) released.inc({ provider }, job.releasedCredits);
    if (job.startSeconds !== null) start.observe(job.startSeconds);
    if (job.status !== "completed") return;
    total.observe({ type }, job.seconds);
    overhead.observe(Math.max(0, job.seconds - job.providerSeconds));
    captured.inc({ provider }, job.credits);
  };
}
