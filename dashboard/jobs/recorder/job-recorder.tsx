import type { Attempt, Job, JobEvent } from "@gme/client";
import { useState } from "react";

import { StepButtons } from "#ui/step-buttons.tsx";
import * as jobTexts from "#words/en/job.ts";
import { formatCredits, formatElapsed } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { Lane, type LaneLook } from "./lane.tsx";
import { type Charge, momentAt, type Recording, stageOf, toRecording } from "./recording.ts";

import styles from "./recorder.module.css";

/** Steps of the playhead from the beginning to the end of the axis. */
const steps = 200;

/** Replays the log of a job: stages, attempts and credits on one axis, and the state at the playhead. */
export function JobRecorder({
  job,
  events,
}: {
  readonly job: Job;
  readonly events: readonly JobEvent[];
}) {
  const recording = toRecording(job, events);
  return recording === null ? null : <Shown recording={recording} />;
}

function Shown({ recording }: { readonly recording: Recording }) {
  const words = useWords(jobTexts);
  /** Null follows the last event. */
  const [chosenMs, setChosenMs] = useState<number | null>(null);
  const { lengthMs, moments, stages, attempts, credits } = recording;
  const atMs = Math.min(chosenMs ?? lengthMs, lengthMs);
  const moment = momentAt(recording, atMs);
  const state = moment === undefined ? [] : stateOf(moment.event, words);
  const time = `+${formatElapsed(atMs)}`;
  const former = moments.findLast((one) => one.atMs < atMs);
  const next = moments.find((one) => one.atMs > atMs);
  return (
    <div className={styles.recorder}>
      <div aria-hidden className={styles.lanes}>
        <Lane
          label={words.job.stagesTitle}
          spans={stages}
          lengthMs={lengthMs}
          lookOf={(event) => lookOfStage(event, words)}
        />
        <Lane
          label={words.job.attempts}
          spans={attempts}
          lengthMs={lengthMs}
          lookOf={(attempt) => lookOfAttempt(attempt, words)}
        />
        <Lane
          label={words.job.credits}
          spans={credits}
          lengthMs={lengthMs}
          lookOf={(charge) => lookOfCharge(charge, words)}
        />
        <span className={styles.playhead}>
          <span style={{ insetInlineStart: `${(atMs / lengthMs) * 100}%` }} />
        </span>
      </div>
      <div className={styles.controls}>
        <span className={styles.steps}>
          <StepButtons
            back={{
              label: words.job.formerEvent,
              onPress: former && (() => setChosenMs(former.atMs)),
            }}
            on={{ label: words.job.nextEvent, onPress: next && (() => setChosenMs(next.atMs)) }}
          />
        </span>
        <input
          type="range"
          aria-label={words.job.playhead}
          aria-valuetext={[time, ...state].join(", ")}
          min={0}
          max={lengthMs}
          step={lengthMs / steps}
          value={atMs}
          onChange={({ target }) => setChosenMs(target.valueAsNumber)}
          className={styles.range}
        />
      </div>
      <p className={styles.state}>
        <strong>{time}</strong>
        {state.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  );
}

/** State of the job as one event describes it. */
function stateOf(event: JobEvent, words: Pick<Words, "job" | "problem">): string[] {
  const { progress, model, error } = event;
  return [
    stageText(event, words),
    `${progress.percent} %`,
    ...(model === undefined ? [] : [model.id]),
    ...(error === undefined ? [] : [textOf(words.problem.codes, error.code, error.message)]),
  ];
}

function stageText(event: JobEvent, { job }: Pick<Words, "job">): string {
  const stage = stageOf(event) ?? "";
  return event.status === "processing" ? textOf(job.stages, stage) : textOf(job.status, stage);
}

function lookOfStage(event: JobEvent, words: Pick<Words, "job" | "problem">): LaneLook {
  const text = stageText(event, words);
  if (event.status === "completed") return { text, tone: "good" };
  if (event.status === "failed") return { text, tone: "danger" };
  return { text, tone: stageOf(event) === "generating" ? "accent" : "neutral" };
}

function lookOfAttempt({ model, outcome, code }: Attempt, { job }: Pick<Words, "job">): LaneLook {
  const text = [model, textOf(job.outcomes, outcome), code].filter((part) => part !== undefined);
  const tone = outcome === "succeeded" ? "good" : outcome === "failed" ? "danger" : "neutral";
  return { text: text.join(" · "), tone };
}

function lookOfCharge(charge: Charge, { job }: Pick<Words, "job">): LaneLook {
  const kinds = (["held", "captured", "released"] as const).flatMap((kind) =>
    charge[kind] === undefined ? [] : [`${job[kind]}: ${formatCredits(charge[kind])}`],
  );
  return { text: kinds.join(" · "), tone: charge.held === undefined ? "good" : "accent" };
}
