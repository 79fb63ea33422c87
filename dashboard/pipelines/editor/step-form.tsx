import { Trash2 } from "lucide-react";

import { type Path, setAt } from "#contract/set-at.ts";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { StepName } from "../graph/step-name.tsx";
import { AddStep } from "./add-step.tsx";
import {
  pointerOf,
  type PlacedStep,
  removeStep,
  scopesOf,
  type StepKind,
  toDefinition,
} from "./definition.ts";
import type { Editing } from "./editing.ts";
import { InsertResult } from "./insert-result.tsx";
import { StepField } from "./step-field.tsx";
import { commonFields, stepFields, type StepField as Field } from "./step-fields.ts";
import { issuesAt } from "./use-check.ts";

import styles from "./editor.module.css";

interface StepFormProps {
  readonly editing: Editing;
  readonly placed: PlacedStep;
  readonly onChoose: (name: string) => void;
  readonly onAdd: (kind: StepKind, scope: Path) => void;
}

/** Fields of a step, each with the problems that the server has found in it. */
export function StepForm({ editing, placed, onChoose, onAdd }: StepFormProps) {
  const { pipelines } = useWords(pipelinesTexts);
  const { definition, isEditable, change } = editing;
  const { name, step, path } = placed;
  const remove = () => {
    change(removeStep(definition, path));
    onChoose("");
  };
  return (
    <Section
      title={`${name} · ${textOf(pipelines.kinds, step.kind)}`}
      actions={
        isEditable && (
          <div className={styles.buttons}>
            {scopesOf(step, path).map((scope, index) => (
              <AddStep
                key={scope.path.join("/")}
                label={pipelines.addInside(scopeName(step.kind, scope.path, index, pipelines))}
                onAdd={(kind) => onAdd(kind, scope.path)}
              />
            ))}
            <Button look="danger" onPress={remove}>
              <Trash2 size={16} aria-hidden />
              {pipelines.removeStep}
            </Button>
          </div>
        )
      }
    >
      <div className={styles.form}>
        <StepName editing={editing} name={name} onRenamed={onChoose} />
        <Fields editing={editing} placed={placed} fields={[{ name: "title", editor: "line" }]} />
        <Fields editing={editing} placed={placed} fields={stepFields[step.kind]} />
      </div>
      <details className={styles.more}>
        <summary>{pipelines.more}</summary>
        <div className={styles.form}>
          <Fields editing={editing} placed={placed} fields={commonFields} />
        </div>
      </details>
    </Section>
  );
}

function Fields({
  editing,
  placed: { name: stepName, step, path },
  fields,
}: {
  readonly editing: Editing;
  readonly placed: PlacedStep;
  readonly fields: readonly Field[];
}) {
  const { definition, issues, isEditable, change } = editing;
  const { problem } = useWords();
  return fields.map((field) => {
    const { name, editor } = field;
    const place = [...path, name];
    // Safe to cast: the names are those of the fields of the kind of the step.
    const value = (step as unknown as Record<string, unknown>)[name];
    const found = issuesAt(issues, pointerOf(place));
    const withValue = (next: unknown) => setAt(definition, place, next);
    const set = (next: unknown) => change(withValue(next), place.join("/"));
    return (
      <div
        key={name}
        className={editor === "line" || editor === "number" ? undefined : styles.wide}
      >
        <StepField
          field={field}
          value={value}
          problem={found.length === 0 ? undefined : found.map(problem.issue).join(" ")}
          isReadOnly={!isEditable}
          // Cases as JSON may lack the outline of inner steps; the check names all other problems.
          isPossible={(next) => toDefinition(withValue(next)) !== null}
          onChange={set}
        />
        {isEditable && (editor === "text" || editor === "lines") && name !== "after" && (
          <InsertResult
            editing={editing}
            into={stepName}
            editor={editor}
            value={value}
            onChange={set}
          />
        )}
      </div>
    );
  });
}

function scopeName(
  kind: StepKind,
  path: Path,
  index: number,
  pipelines: Words["pipelines"],
): string {
  if (kind === "map") return textOf(pipelines.kinds, kind);
  return path.includes("otherwise") ? pipelines.otherwise : pipelines.case(index + 1);
}
