import type { Pipeline } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Copy, Play } from "lucide-react";
import { useState } from "react";

import { readPages } from "#contract/pages.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useCan } from "#contract/use-permissions.ts";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import * as runsTexts from "#words/en/runs.ts";
import { useWords } from "#words/words.ts";

import { Missing, priceText, Readiness } from "./pipeline-parts.tsx";
import { RunPipeline } from "./runs/run-pipeline.tsx";
import { useCreatePipeline } from "./use-create-pipeline.ts";

import styles from "./pipelines.module.css";

/** Built-in pipelines, also those that lack a model today. */
export function Templates() {
  const list = useInfiniteQuery(readPages("listPipelines", { query: { builtIn: true } }));
  const [running, setRunning] = useState<Pipeline | null>(null);
  if (list.data === undefined) {
    return list.error === null ? (
      <Skeleton height="12rem" />
    ) : (
      <ProblemNotice problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
    );
  }
  return (
    <>
      <ul className={styles.cards}>
        {list.data.pages
          .flatMap(({ data }) => data)
          .map((template) => (
            <Template
              key={template.pipelineId}
              template={template}
              onRun={() => setRunning(template)}
            />
          ))}
      </ul>
      {running !== null && (
        <RunPipeline pipelineId={running.pipelineId} onClose={() => setRunning(null)} />
      )}
    </>
  );
}

function Template({
  template,
  onRun,
}: {
  readonly template: Pipeline;
  readonly onRun: () => void;
}) {
  const words = useWords(pipelinesTexts, runsTexts);
  const { pipelines, runs } = words;
  const navigate = useNavigate();
  const canRun = useCan("generations:create");
  const canWrite = useCan("pipelines:write");
  const copy = useCreatePipeline(
    (pipelineId) => void navigate({ to: "/pipelines/$pipelineId", params: { pipelineId } }),
  );
  const { pipelineId, name, description, runnable, price, missing } = template;
  return (
    <li className={styles.card}>
      <h3>
        <Link to="/pipelines/$pipelineId" params={{ pipelineId }}>
          {name}
        </Link>
      </h3>
      <p className={styles.muted}>{description}</p>
      <p className={styles.states}>
        <Readiness pipeline={template} />
        <span className={styles.muted}>{priceText(price, words)}</span>
      </p>
      {!runnable && (
        <div className={styles.muted}>
          <Missing missing={missing} />
        </div>
      )}
      <div className={styles.cardActions}>
        {canRun && (
          <Button
            look="primary"
            isDisabled={!runnable}
            aria-label={runs.runOf(name)}
            onPress={onRun}
          >
            <Play size={16} aria-hidden />
            {runs.start}
          </Button>
        )}
        {canWrite && (
          <Button
            isPending={copy.isSending}
            aria-label={`${pipelines.useTemplate}: ${name}`}
            onPress={() => copy.send({ name: pipelines.copyOf(name), from: { pipelineId } })}
          >
            <Copy size={16} aria-hidden />
            {pipelines.useTemplate}
          </Button>
        )}
      </div>
      {copy.problem !== null && <ProblemNotice problem={copy.problem} />}
    </li>
  );
}
