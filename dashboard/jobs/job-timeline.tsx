import type { Job } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { formatTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { JobRecorder } from "./recorder/job-recorder.tsx";

import styles from "./job-page.module.css";

const eventsMax = 100;

/** The job's event log: replayed, and as a list of each event with its status and stage. */
export function JobTimeline({ job: shown }: { readonly job: Job }) {
  const { job } = useWords();
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
            <span>
              {event.status === "processing"
                ? textOf(job.stages, event.progress.stage)
                : textOf(job.status, event.status)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
