import type { Job } from "@gme/client";
import { Label, ProgressBar } from "react-aria-components";

import * as jobTexts from "#words/en/job.ts";
import { formatSeconds } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./job-progress.module.css";

const stages = [
  "parsing",
  "reserving",
  "waiting",
  "submitting",
  "generating",
  "storing",
  "finalizing",
] as const;
/** Screen readers hear each quarter, not each percent. */
const spokenPercents = 25;

/** Stages of a running job, with percent and remaining seconds where they are known. */
export function JobProgress({ job: { progress } }: { readonly job: Job }) {
  const { job } = useWords(jobTexts);
  const { percent, stage, etaSeconds } = progress;
  const reached = stages.findIndex((one) => one === stage);
  const stageName = textOf(job.stages, stage);
  return (
    <div className={styles.progress}>
      <ProgressBar value={percent} className={styles.bar ?? ""}>
        <Label className="visually-hidden">{job.progress}</Label>
        <span aria-hidden className={styles.segments}>
          {stages.map((one, index) => (
            <span
              key={one}
              data-state={index < reached ? "done" : index === reached ? "current" : "open"}
              className={styles.segment}
            />
          ))}
        </span>
      </ProgressBar>
      <p className={styles.text}>
        <span>{stageName}</span>
        <span className={styles.numbers}>
          {percent} %{etaSeconds !== undefined && ` · ${job.about(formatSeconds(etaSeconds))}`}
        </span>
      </p>
      <output className="visually-hidden">
        {stageName} {Math.floor(percent / spokenPercents) * spokenPercents} %
      </output>
    </div>
  );
}
