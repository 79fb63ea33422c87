import type { PipelineWithDefinition } from "@gme/client";
import { useBlocker, useNavigate, useSearch } from "@tanstack/react-router";
import { useReducer, useState } from "react";

import type { Tagged } from "#contract/tagged.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useCan } from "#contract/use-permissions.ts";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Tabs } from "#ui/tabs.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { PipelineActions } from "../pipeline-actions.tsx";
import { Missing } from "../pipeline-parts.tsx";
import { RunList } from "../runs/run-list.tsx";
import { VersionList } from "../version-list.tsx";
import { Conflict } from "./conflict.tsx";
import { DefinitionProblems } from "./definition-problems.tsx";
import { EditorToolbar } from "./editor-toolbar.tsx";
import { changeHistory, startHistory } from "./history.ts";
import { JsonView } from "./json-view.tsx";
import { StepsEditor } from "./steps-editor.tsx";
import { useCheck } from "./use-check.ts";
import { useSavePipeline } from "./use-save-pipeline.ts";

import styles from "./editor.module.css";

/** Edits a definition as steps or as JSON. Templates and archived pipelines are shown without being editable. */
export function PipelineEditor({ loaded }: { readonly loaded: Tagged<PipelineWithDefinition> }) {
  const { pipelines } = useWords(pipelinesTexts);
  const canWrite = useCan("pipelines:write");
  const navigate = useNavigate({ from: "/pipelines/$pipelineId" });
  const { view = "steps", version } = useSearch({ from: "/shell/pipelines/$pipelineId" });
  const [base, setBase] = useState(loaded);
  const [history, change] = useReducer(changeHistory, loaded.value.definition, startHistory);
  const pipeline = base.value;
  const { pipelineId, name, description, builtIn, archivedAt } = pipeline;
  const isEditable = canWrite && !builtIn && archivedAt === undefined;
  const definition = history.present;
  const isChanged = JSON.stringify(definition) !== JSON.stringify(pipeline.definition);
  const isOld = pipeline.version !== pipeline.latestVersion;
  const checked = useCheck(definition, canWrite);
  const saving = useSavePipeline(base, (saved) => {
    setBase(saved);
    if (version !== undefined) void navigate({ search: { view } });
  });
  useBlocker({
    // oxlint-disable-next-line no-alert -- the browser's own question also guards the closing of the tab.
    shouldBlockFn: ({ current, next }) =>
      isChanged && current.pathname !== next.pathname && !window.confirm(pipelines.leave),
    enableBeforeUnload: isChanged,
  });
  const editing = {
    definition,
    issues: checked.issues,
    results: checked.check?.steps ?? {},
    isEditable,
    change: (next: typeof definition, field?: string) =>
      change({ type: "change", definition: next, ...(field === undefined ? {} : { field }) }),
  };
  const toolbar = (
    <>
      <EditorToolbar
        history={history}
        change={change}
        checked={checked}
        price={checked.check?.price ?? pipeline.price}
        isEditable={isEditable}
        canSave={isChanged || isOld}
        isSaving={saving.isSending}
        onSave={() => saving.save(definition)}
      />
      {saving.isConflict ? (
        <Conflict
          onTheirs={() =>
            void saving.loadTheirs((theirs) => {
              setBase(theirs);
              change({ type: "replace", definition: theirs.value.definition });
            })
          }
          onMine={() => void saving.saveOver(definition)}
        />
      ) : (
        saving.problem !== null && <ProblemNotice problem={saving.problem} />
      )}
      {checked.error !== null && <ProblemNotice problem={toProblem(checked.error)} />}
    </>
  );
  return (
    <Page
      title={name}
      actions={<PipelineActions pipeline={base} isChanged={isChanged} onChanged={setBase} />}
    >
      <div className={styles.intro}>
        {description !== null && <p>{description}</p>}
        {builtIn && <p>{pipelines.readOnly}</p>}
        {isOld && isEditable && <p>{pipelines.oldVersion(pipeline.version)}</p>}
        <Missing missing={checked.check?.missing ?? pipeline.missing} />
      </div>
      <Tabs
        label={pipelines.one}
        chosen={view}
        onChoose={(id) =>
          void navigate({ search: (former) => ({ ...former, view: id }), replace: true })
        }
        entries={[
          {
            id: "steps",
            label: pipelines.views.steps,
            content: (
              <div className={styles.view}>
                {toolbar}
                <StepsEditor {...editing} />
                <DefinitionProblems issues={checked.issues} warnings={checked.check?.warnings} />
              </div>
            ),
          },
          {
            id: "json",
            label: pipelines.views.json,
            content: (
              <div className={styles.view}>
                {toolbar}
                <JsonView {...editing} />
                <DefinitionProblems issues={checked.issues} warnings={checked.check?.warnings} />
              </div>
            ),
          },
          {
            id: "runs",
            label: pipelines.views.runs,
            content: <RunList pipelineId={pipelineId} />,
          },
          {
            id: "versions",
            label: pipelines.views.versions,
            content: <VersionList pipelineId={pipelineId} />,
          },
        ]}
      />
    </Page>
  );
}
