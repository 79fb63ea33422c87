import type { Model } from "@gme/client";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "react-aria-components";

import { engine } from "#contract/engine.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useWrite } from "#contract/use-write.ts";
import { PriceButton } from "#job-parts/price-button.tsx";
import { useEstimate } from "#job-parts/use-estimate.ts";
import { type JsonSchema, toModelForm } from "#schema-form/fields.ts";
import { ParameterFields } from "#schema-form/parameter-fields.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Problem } from "#ui/problem.ts";
import { Segments } from "#ui/segments.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { TextArea } from "#ui/text-area.tsx";
import * as jobTexts from "#words/en/job.ts";
import * as modelsTexts from "#words/en/models.ts";
import { textOf, useWords } from "#words/words.ts";

import { BodyEditor } from "./body-editor.tsx";
import { toGeneration, type Trial } from "./generation.ts";
import { InputSlots } from "./input-slots.tsx";
import { TriedJob } from "./tried-job.tsx";

import styles from "./models.module.css";

interface Sending {
  readonly body: NonNullable<ReturnType<typeof toGeneration>>;
  /** Highest price that the page has shown; the engine refuses a higher one. */
  readonly priceMax: number;
}

/** Sends a structured request of one model. The price on the button is the most that the job may cost. */
export function TryForm({ model, input }: { readonly model: Model; readonly input: JsonSchema }) {
  const { job: jobWords, models, problem: problemWords } = useWords(jobTexts, modelsTexts);
  const { job } = useSearch({ from: "/shell/models/$modelId" });
  const navigate = useNavigate({ from: "/models/$modelId" });
  const [trial, setTrial] = useState<Trial>({
    capability: model.capabilities[0] ?? "",
    prompt: "",
    files: [],
    parameters: {},
  });
  const form = toModelForm(input, trial.capability);
  const body = toGeneration(model.id, trial);
  const isComplete =
    body !== null &&
    !(form.prompt.isRequired && body.prompt === undefined) &&
    form.slots.every(
      ({ kind, isRequired }) => !isRequired || trial.files.some((file) => file.kind === kind),
    );
  const { estimate, isCurrent, isReading, error } = useEstimate(
    isComplete && model.available ? { body } : null,
  );
  const { send, isSending, problem } = useWrite(
    async ({ body: request, priceMax }: Sending, options) =>
      engine.request("createGeneration", { body: { ...request, maxCredits: priceMax } }, options),
    {
      stale: ["listJobs", "getCredits"],
      onDone: (accepted) => {
        if ("jobId" in accepted) void navigate({ search: { job: accepted.jobId }, replace: true });
      },
    },
  );
  const priced = estimate?.outcome === "priced" ? estimate : undefined;
  const refused = problem ?? (error === null ? null : toProblem(error));
  const problems = new Map(
    refused?.issues.map((issue) => [issue.pointer, problemWords.issue(issue)] as const) ?? [],
  );
  const canSend = body !== null && isCurrent && priced?.affordable === true && !isSending;
  const fields = (
    <div className={styles.tryForm}>
      {model.capabilities.length > 1 && (
        <Segments
          label={models.capability}
          value={trial.capability}
          segments={model.capabilities.map((id) => ({
            id,
            label: textOf(models.capabilities, id),
          }))}
          onChange={(capability) => {
            if (capability !== undefined) setTrial({ ...trial, capability });
          }}
        />
      )}
      <TextArea
        label={form.prompt.isRequired ? models.promptRequired : models.promptOptional}
        value={trial.prompt}
        maxLength={form.prompt.lengthMax}
        error={problems.get("/prompt")}
        onChange={(prompt) => setTrial({ ...trial, prompt })}
      />
      <InputSlots
        slots={form.slots}
        files={trial.files}
        onChange={(change) => setTrial((former) => ({ ...former, files: change(former.files) }))}
      />
      <ParameterFields
        form={form}
        values={trial.parameters}
        problems={problems}
        onChange={(parameters) => setTrial({ ...trial, parameters })}
      />
    </div>
  );
  return (
    <>
      <Form
        className={styles.try ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) send({ body, priceMax: priced.price.maxCredits });
        }}
      >
        <Tabs
          label={models.try}
          entries={[
            { id: "form", label: models.form, content: fields },
            {
              id: "json",
              label: models.json,
              content: <BodyEditor modelId={model.id} trial={trial} onChange={setTrial} />,
            },
          ]}
        />
        {refused !== null && <ProblemNotice problem={withoutShown(refused, problems)} />}
        {model.unavailableReason !== undefined && (
          <p>
            {models.tryUnavailable} {jobWords.sentences(model.unavailableReason)}
          </p>
        )}
        <PriceButton
          estimate={priced}
          isReading={isReading}
          isSending={isSending}
          canSend={canSend}
        />
      </Form>
      {job !== undefined && <TriedJob jobId={job} />}
    </>
  );
}

/** Problems of fields are beside their fields; the notice keeps the others. */
function withoutShown(problem: Problem, shown: ReadonlyMap<string, string>): Problem {
  const isField = (pointer: string) =>
    shown.has(pointer) && (pointer === "/prompt" || pointer.startsWith("/parameters/"));
  return { ...problem, issues: problem.issues.filter(({ pointer }) => !isField(pointer)) };
}
