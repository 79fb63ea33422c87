import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { previewBatch } from "#contract/app-api.ts";
import { engine } from "#contract/engine.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useWrite } from "#contract/use-write.ts";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { BatchSettingsForm } from "./batch-settings-form.tsx";
import { ColumnMapping } from "./column-mapping.tsx";
import { DropFile } from "./drop-file.tsx";
import type { Rows } from "./read-rows.ts";
import { RowTable } from "./row-table.tsx";
import {
  type BatchSettings,
  guessMapping,
  type Mapping,
  toBatch,
  toRowProblems,
} from "./to-batch.ts";

import styles from "./batches.module.css";

interface Draft extends Rows {
  readonly mapping: Mapping;
  readonly settings: BatchSettings;
}

/** From a file to a batch: columns become fields, every problem is shown at its row, and the price comes first. */
export function NewBatchPage() {
  const { batches } = useWords(batchesTexts);
  const [draft, setDraft] = useState<Draft | null>(null);
  const load = (rows: Rows, name: string) =>
    setDraft({
      ...rows,
      mapping: guessMapping(rows.columns),
      settings: { name: name.replace(/\.[^.]+$/, "").slice(0, 100), capability: "text-to-image" },
    });
  return (
    <Page title={batches.create}>
      <DropFile onRows={load} isAgain={draft !== null} />
      {draft !== null && <BatchDraft draft={draft} onChange={setDraft} />}
    </Page>
  );
}

function BatchDraft({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}) {
  const { batches, problem } = useWords(batchesTexts);
  const { columns, rows, mapping, settings } = draft;
  const navigate = useNavigate();
  const preview = useMutation({ mutationFn: previewBatch });
  const batch = toBatch(rows, mapping, settings);
  const create = useWrite(
    async (credits: number, options) =>
      engine.request("createBatch", { body: { ...batch, budget: credits } }, options),
    {
      stale: ["listBatches", "listJobs", "getCredits"],
      onDone: ({ batchId }) =>
        void navigate({ to: "/batches/$batchId", params: { batchId }, replace: true }),
    },
  );
  const change = (next: Partial<Draft>) => {
    preview.reset();
    onChange({ ...draft, ...next });
  };
  const failure = create.problem ?? (preview.error === null ? null : toProblem(preview.error));
  const problems = failure === null ? [] : toRowProblems(failure.issues, mapping);
  const isOfRows = problems.some(({ row }) => row !== null);
  return (
    <>
      <Section title={batches.columns} text={batches.columnsText}>
        <ColumnMapping
          columns={columns}
          mapping={mapping}
          onChange={(next) => change({ mapping: next })}
        />
        <BatchSettingsForm settings={settings} onChange={(next) => change({ settings: next })} />
      </Section>
      {isOfRows ? (
        <p role="alert" className={styles.problems}>
          {batches.problems(problems.length)}
        </p>
      ) : (
        failure !== null && <ProblemNotice problem={failure} />
      )}
      <Section title={batches.rows}>
        <RowTable
          columns={columns}
          rows={rows}
          problems={problems}
          onChange={(next) => change({ rows: next })}
        />
      </Section>
      <div className={styles.footer}>
        {preview.data === undefined ? (
          <Button
            look="primary"
            isPending={preview.isPending}
            isDisabled={rows.length === 0}
            onPress={() => preview.mutate(batch)}
          >
            {batches.check}
          </Button>
        ) : (
          <>
            <Button
              look="primary"
              isPending={create.isSending}
              isDisabled={!preview.data.affordable}
              onPress={() => create.send(preview.data.credits)}
            >
              {batches.start(preview.data.items, formatCredits(preview.data.credits))}
            </Button>
            <output>{batches.checked(preview.data.items)}</output>
            {preview.data.warnings.map((warning) => (
              <p key={warning.code}>{problem.issue(warning)}</p>
            ))}
          </>
        )}
      </div>
    </>
  );
}
