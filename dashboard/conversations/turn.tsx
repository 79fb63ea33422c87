import type { Message } from "@gme/client";
import { Link } from "@tanstack/react-router";

import { useJob } from "#contract/use-job.ts";
import { JobOutcome } from "#job-parts/job-outcome.tsx";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as conversationsTexts from "#words/en/conversations.ts";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import { formatCredits } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./conversation.module.css";

/** One message: what was said, how it was understood, and its result, question or progress. */
export function Turn({
  message,
  onAnswered,
}: {
  readonly message: Message;
  readonly onAnswered: () => void;
}) {
  const words = useWords(conversationsTexts, createTexts, jobTexts);
  const { conversations, create } = words;
  const { jobId } = message;
  const job = useJob(jobId);
  const intent = job.data?.intent ?? message.intent;
  const { understood, assumptions = [] } = intent ?? {};
  return (
    <li className={styles.turn}>
      <p className={styles.said}>
        <span className="visually-hidden">{conversations.you}: </span>
        {message.message.text}
      </p>
      <article aria-label={conversations.engine} className={styles.result}>
        {understood !== undefined && understood.act !== "new" && (
          <p className={styles.note}>
            {textOf(conversations.acts, understood.act)}
            {assumptions.length > 0 && `: ${words.job.sentences(assumptions.join(" "))}`}
          </p>
        )}
        {job.data === undefined ? (
          <Skeleton height="12rem" />
        ) : (
          <JobOutcome job={job.data} onAnswered={onAnswered} />
        )}
        <p className={styles.facts}>
          <StatusBadge status={job.data?.status ?? message.status} />
          {job.data !== undefined && job.data.billing.capturedCredits > 0 && (
            <span>{formatCredits(job.data.billing.capturedCredits)}</span>
          )}
          <Link to="/jobs/$jobId" params={{ jobId }}>
            {create.open}
          </Link>
        </p>
      </article>
    </li>
  );
}
