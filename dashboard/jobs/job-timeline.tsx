import type { Job, JobEvent } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as jobTexts from "#words/en/job.ts";
import { formatCredits, formatTime } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { JobRecorder } from "./recorder/job-recorder.tsx";

import styles from "./job-page.module.css";

const eventsMax = 100;

/** The job's event log: replayed, and as a list of each event with its status and stage. */
export function JobTimeline({ job: shown }: { readonly job: Job }) {
  const words = useWords(jobTexts);
  const { job } = words;
  const { jobId } = shown;
  const events = useQuery(read("listJobEvents", { path: { jobId }, query: { limit: eventsMax } }));
  if (events.error !== null) return <ProblemNotice problem={toProblem(events.error)} />;
  return (
    <section className={styles.section}>
      <h2>{job.events}</h2>
      <JobRecorder job={shown} events={events.data?.data ?? []} />
      <ol className={styles.timeline}>
        {(events.data?.data ?? []).map((event) => (
          <li key={event.sequence}>
            <time dateTime={event.createdAt}>{formatTime(event.createdAt)}</time>
            <span>{eventText(event, words)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An event has the stage in which it happens; the plan is made in the stage that has begun before. */
function eventText(
  { type, status, progress, estimatedCredits }: JobEvent,
  { job }: Pick<Words, "job">,
): string {
  if (status !== "processing") return textOf(job.status, status);
  if (type === "job.planned") return job.planned(formatCredits(estimatedCredits ?? 0));
  const stage = textOf(job.stages, progress.stage);
  return type === "job.progress" ? `${stage} · ${progress.percent} %` : stage;
}
