import { useNavigate, useSearch } from "@tanstack/react-router";
import { Settings2 } from "lucide-react";
import { useMemo } from "react";

import { type Path } from "#contract/set-at.ts";
import { Badge } from "#ui/badge.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { type GraphStep, toGraph } from "../graph/graph.ts";
import { StepRow, StepsView } from "../runs/steps-view.tsx";
import { AddStep } from "./add-step.tsx";
import { DefinitionForm } from "./definition-form.tsx";
import { addStep, listSteps, pointerOf, type StepKind } from "./definition.ts";
import type { Editing } from "./editing.ts";
import { newSteps } from "./step-fields.ts";
import { StepForm } from "./step-form.tsx";
import { issuesAt } from "./use-check.ts";
import { useConnect } from "./use-connect.ts";

import styles from "./editor.module.css";

const size = { width: 220, height: 64 };
const sizeOf = () => size;
/** The row of inputs and outputs; no step can have this name. */
const definitionRow = "*";

/** Graph, list and form of the chosen step. */
export function StepsEditor(editing: Editing) {
  const { pipelines } = useWords(pipelinesTexts);
  const { definition, issues, isEditable, change } = editing;
  const { step: chosen = definitionRow } = useSearch({ from: "/shell/pipelines/$pipelineId" });
  const navigate = useNavigate({ from: "/pipelines/$pipelineId" });
  const connect = useConnect(editing);
  const graph = useMemo(() => toGraph(definition), [definition]);
  const placed = listSteps(definition);
  const chosenStep = placed.find(({ name }) => name === chosen);
  const choose = (step: string) =>
    void navigate({
      search: (former) => ({ ...former, step }),
      replace: true,
      resetScroll: false,
    });
  const add = (kind: StepKind, scope: Path) => {
    const added = addStep(definition, scope, newSteps[kind]);
    change(added.definition);
    choose(added.name);
  };
  const problemsOf = ({ name }: Pick<GraphStep, "name">) => {
    const step = placed.find((each) => each.name === name);
    const count = step === undefined ? 0 : issuesAt(issues, pointerOf(step.path)).length;
    return count > 0 && <Badge tone="danger">{pipelines.problems(count)}</Badge>;
  };
  return (
    <div className={styles.view}>
      {isEditable && (
        <div className={styles.adder}>
          <AddStep label={pipelines.addStep} onAdd={(kind) => add(kind, ["steps"])} />
          <p className={styles.hint}>{pipelines.graphHint}</p>
        </div>
      )}
      <StepsView
        graph={graph}
        chosen={chosen}
        onChoose={choose}
        sizeOf={sizeOf}
        renderDetail={() => null}
        renderState={problemsOf}
        {...(isEditable ? { onConnect: connect } : {})}
      >
        <StepRow
          icon={<Settings2 size={16} aria-hidden />}
          title={pipelines.definition}
          isChosen={chosenStep === undefined}
          onChoose={() => choose(definitionRow)}
        />
      </StepsView>
      {chosenStep === undefined ? (
        <DefinitionForm {...editing} />
      ) : (
        <StepForm
          key={chosenStep.name}
          editing={editing}
          placed={chosenStep}
          onChoose={choose}
          onAdd={add}
        />
      )}
    </div>
  );
}
