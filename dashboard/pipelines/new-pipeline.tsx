import type { PipelineDefinition } from "@gme/client";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import type { Problem } from "#ui/problem.ts";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { useCreatePipeline } from "./use-create-pipeline.ts";

/** The smallest useful pipeline. */
const starter: PipelineDefinition = {
  schemaVersion: 1,
  inputs: { topic: { type: "text", maxLength: 500 } },
  steps: {
    image: {
      kind: "generate",
      capability: "text-to-image",
      prompt: "A photo of {{ inputs.topic }}",
    },
  },
  outputs: { image: "{{ steps.image.output }}" },
};

/** Dialog that creates a pipeline with one step, or with a definition as JSON. */
export function NewPipeline({ onClose }: { readonly onClose: () => void }) {
  const { pipelines } = useWords(pipelinesTexts);
  const navigate = useNavigate();
  const [source, setSource] = useState<"empty" | "json">("empty");
  const [invalid, setInvalid] = useState<Problem | null>(null);
  const { send, isSending, problem } = useCreatePipeline(
    (pipelineId) => void navigate({ to: "/pipelines/$pipelineId", params: { pipelineId } }),
  );
  const submit = (fields: FormData) => {
    setInvalid(null);
    try {
      const definition =
        source === "empty"
          ? starter
          : (JSON.parse(fieldText(fields, "definition")) as PipelineDefinition);
      const description = fieldText(fields, "description");
      send({
        name: fieldText(fields, "name"),
        ...(description === "" ? {} : { description }),
        definition,
      });
    } catch (error) {
      setInvalid({
        code: "body_malformed",
        detail: pipelines.jsonInvalid((error as Error).message),
        issues: [],
        retryable: false,
      });
    }
  };
  return (
    <FormDialog
      title={pipelines.create}
      submit={pipelines.create}
      isSending={isSending}
      problem={invalid ?? problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={pipelines.name} name="name" isRequired maxLength={100} />
      <TextField label={pipelines.description} name="description" maxLength={1_000} />
      <Select
        label={pipelines.from}
        value={source}
        options={[
          { value: "empty", label: pipelines.sources.empty },
          { value: "json", label: pipelines.sources.json },
        ]}
        onChange={setSource}
      />
      {source === "json" && (
        <TextArea label={pipelines.json} name="definition" isRequired isCode rows={10} />
      )}
    </FormDialog>
  );
}
