import type { Attempt } from "@gme/client";

import { Badge } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";
import * as jobTexts from "#words/en/job.ts";
import { formatSeconds, formatTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./job-page.module.css";

/** Requests that were sent to providers, first to last. */
export function JobAttempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { job } = useWords(jobTexts);
  const numbered = attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }));
  return (
    <section className={styles.section}>
      <h2>{job.attempts}</h2>
      {numbered.length === 0 ? (
        <p>{job.noAttempts}</p>
      ) : (
        <Table
          label={job.attempts}
          items={numbered}
          idOf={({ number }) => String(number)}
          columns={[
            { id: "model", label: job.model, render: ({ model }) => model },
            {
              id: "provider",
              label: job.provider,
              isDetail: true,
              render: ({ provider }) => provider,
            },
            {
              id: "outcome",
              label: job.outcome,
              render: ({ outcome, code }) => (
                <>
                  <Badge tone={outcome === "failed" ? "danger" : "neutral"}>
                    {textOf(job.outcomes, outcome)}
                  </Badge>{" "}
                  {code !== undefined && <code>{code}</code>}
                </>
              ),
            },
            {
              id: "started",
              label: job.started,
              isDetail: true,
              render: ({ startedAt }) => formatTime(startedAt),
            },
            {
              id: "duration",
              label: job.duration,
              isNumber: true,
              render: ({ startedAt, finishedAt }) =>
                finishedAt === undefined
                  ? ""
                  : formatSeconds((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000),
            },
          ]}
        />
      )}
    </section>
  );
}
