import type { PipelineChange, PipelineWithDefinition } from "@gme/client";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, Play } from "lucide-react";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { queryClient } from "#contract/queries.ts";
import { readTagged, type Tagged } from "#contract/tagged.ts";
import { useCan } from "#contract/use-permissions.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { TextField } from "#ui/text-field.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import * as runsTexts from "#words/en/runs.ts";
import { useWords } from "#words/words.ts";

import { Readiness } from "./pipeline-parts.tsx";
import { RunPipeline } from "./runs/run-pipeline.tsx";
import { useCreatePipeline } from "./use-create-pipeline.ts";

type Loaded = Tagged<PipelineWithDefinition>;

/** Run, duplicate, rename, archive and restore. */
export function PipelineActions({
  pipeline,
  isChanged,
  onChanged,
}: {
  readonly pipeline: Loaded;
  readonly isChanged: boolean;
  readonly onChanged: (pipeline: Loaded) => void;
}) {
  const { pipelines, runs, actions } = useWords(pipelinesTexts, runsTexts);
  const navigate = useNavigate();
  const canRun = useCan("generations:create");
  const canWrite = useCan("pipelines:write");
  const [open, setOpen] = useState<"run" | "rename" | "archive" | null>(null);
  const close = () => setOpen(null);
  const { pipelineId, name, description, builtIn, archivedAt, runnable, version } = pipeline.value;
  const copy = useCreatePipeline(
    (created) => void navigate({ to: "/pipelines/$pipelineId", params: { pipelineId: created } }),
  );
  const { send, isSending, problem } = useChange(pipeline, (changed) => {
    onChanged(changed);
    close();
  });
  const duplicate = () =>
    copy.send({ name: pipelines.copyOf(name).slice(0, 100), from: { pipelineId, version } });
  const isArchived = archivedAt !== undefined;
  const act = (id: string) => {
    if (id === "duplicate") duplicate();
    else if (id === "restore") send({ archived: false });
    else setOpen(id as "rename" | "archive");
  };
  return (
    <>
      {isChanged ? (
        <Badge tone="warning">{pipelines.unsaved}</Badge>
      ) : (
        <Readiness pipeline={pipeline.value} />
      )}
      {canRun && !isArchived && (
        <Button look="primary" isDisabled={!runnable || isChanged} onPress={() => setOpen("run")}>
          <Play size={16} aria-hidden />
          {runs.start}
        </Button>
      )}
      {canWrite && builtIn && (
        <Button isPending={copy.isSending} onPress={duplicate}>
          {pipelines.useTemplate}
        </Button>
      )}
      {canWrite && !builtIn && (
        <Menu
          label={pipelines.actionsOf(name)}
          trigger={
            <Button isIcon aria-label={pipelines.actionsOf(name)}>
              <Ellipsis size={18} aria-hidden />
            </Button>
          }
          sections={[
            {
              id: "actions",
              items: [
                { id: "rename", label: pipelines.rename },
                { id: "duplicate", label: pipelines.duplicate },
                isArchived
                  ? { id: "restore", label: pipelines.restore }
                  : { id: "archive", label: pipelines.archive },
              ],
              onAction: act,
            },
          ]}
        />
      )}
      {open === "run" && <RunPipeline pipelineId={pipelineId} version={version} onClose={close} />}
      {open === "rename" && (
        <FormDialog
          title={pipelines.rename}
          submit={actions.edit}
          isSending={isSending}
          problem={problem}
          onSubmit={(fields) => {
            const text = fieldText(fields, "description");
            send({ name: fieldText(fields, "name"), description: text === "" ? null : text });
          }}
          onClose={close}
        >
          <TextField
            label={pipelines.name}
            name="name"
            defaultValue={name}
            isRequired
            maxLength={100}
          />
          <TextField
            label={pipelines.description}
            name="description"
            defaultValue={description ?? ""}
            maxLength={1_000}
          />
        </FormDialog>
      )}
      {open === "archive" && (
        <FormDialog
          title={pipelines.archiveTitle(name)}
          submit={pipelines.archive}
          look="danger"
          isSending={isSending}
          problem={problem}
          onSubmit={() => send({ archived: true })}
          onClose={close}
        >
          <p>{pipelines.archiveText}</p>
        </FormDialog>
      )}
    </>
  );
}

/** Changes what is not the definition. */
function useChange({ value, etag }: Loaded, onChanged: (changed: Loaded) => void) {
  const { pipelines } = useWords(pipelinesTexts);
  const { pipelineId, name } = value;
  return useWrite(
    async (body: PipelineChange) => {
      const path = { pipelineId };
      await engine.request("updatePipeline", { path, body }, { ifMatch: etag });
      if (body.archived === true) showToast(pipelines.archived(name));
      if (body.archived === false) showToast(pipelines.restored(name));
      return queryClient.fetchQuery({ ...readTagged("getPipeline", { path }), staleTime: 0 });
    },
    { stale: ["listPipelines"], onDone: onChanged },
  );
}
