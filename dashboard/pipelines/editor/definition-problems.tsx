import type { PipelineCheck } from "@gme/client";
import { useNavigate } from "@tanstack/react-router";

import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import type { Issue } from "./use-check.ts";

import styles from "./editor.module.css";

/** Every problem of a definition with its place, which opens the step. */
export function DefinitionProblems({
  issues,
  warnings = [],
}: {
  readonly issues: readonly Issue[];
  readonly warnings?: PipelineCheck["warnings"] | undefined;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  return (
    <>
      {issues.length > 0 && <Problems title={pipelines.problems(issues.length)} issues={issues} />}
      {warnings.length > 0 && <Problems title={pipelines.warnings} issues={warnings} />}
    </>
  );
}

function Problems({
  title,
  issues,
}: {
  readonly title: string;
  readonly issues: readonly Issue[];
}) {
  const { problem } = useWords();
  const navigate = useNavigate({ from: "/pipelines/$pipelineId" });
  const open = (step: string) =>
    void navigate({ search: (former) => ({ ...former, view: "steps", step }), replace: true });
  return (
    <Section title={title}>
      <ul className={styles.problems}>
        {issues.map((issue) => {
          const { pointer, message } = issue;
          const step = stepOf(pointer);
          return (
            <li key={`${pointer} ${message}`}>
              {step === undefined ? (
                <code>{pointer}</code>
              ) : (
                <Button look="quiet" onPress={() => open(step)}>
                  <code>{pointer}</code>
                </Button>
              )}
              <span>{problem.issue(issue)}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Innermost step of a pointer such as `/definition/steps/shots/steps/take/prompt`. */
function stepOf(pointer: string): string | undefined {
  return [...pointer.matchAll(/\/steps\/([^/]+)/g)].at(-1)?.[1];
}
