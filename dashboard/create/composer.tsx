import { type Dispatch, useRef } from "react";
import { DropZone, Form, Label, TextArea, TextField } from "react-aria-components";

import { toProblem } from "#contract/to-problem.ts";
import { PriceButton } from "#job-parts/price-button.tsx";
import { useEstimate } from "#job-parts/use-estimate.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { useWords } from "#words/words.ts";

import { CodeDialog } from "./code-dialog.tsx";
import { type Draft, type DraftAction, toRequest } from "./draft.ts";
import { EstimateQuestion } from "./estimate-question.tsx";
import { Examples } from "./examples.tsx";
import { FileList } from "./file-list.tsx";
import { Intent } from "./intent.tsx";
import { RunOutline } from "./run-outline.tsx";
import { useSend } from "./use-send.ts";
import { useUpload } from "./use-upload.ts";

import styles from "./composer.module.css";

export function Composer({
  draft,
  change,
  onCreated,
}: {
  readonly draft: Draft;
  readonly change: Dispatch<DraftAction>;
  readonly onCreated: (jobId: string) => void;
}) {
  const { create } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const request = toRequest(draft);
  const { estimate, isCurrent, isReading, error } = useEstimate(request);
  const { upload, problem: uploadProblem } = useUpload(change);
  const send = useSend({ change, onCreated });
  const priced = estimate?.outcome === "priced" ? estimate : undefined;
  const problem = send.problem ?? uploadProblem ?? (error === null ? null : toProblem(error));
  const canSend = request !== null && isCurrent && priced?.affordable === true && !send.isSending;
  return (
    <DropZone
      className={styles.zone ?? ""}
      aria-label={create.drop}
      onDrop={({ items }) => {
        for (const item of items) {
          if (item.kind === "file") void item.getFile().then(upload);
        }
      }}
    >
      <Form
        ref={form}
        className={styles.composer ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) send.send({ request, key: draft.key, priceMax: priced.price.maxCredits });
        }}
      >
        <TextField
          value={draft.text}
          onChange={(text) => change({ type: "write", text })}
          className={styles.prompt ?? ""}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
              form.current?.requestSubmit();
            } else event.continuePropagation();
          }}
          onPaste={(event) => {
            for (const file of event.clipboardData.files) upload(file);
          }}
        >
          <Label className="visually-hidden">{create.prompt}</Label>
          <TextArea rows={5} placeholder={create.promptHint} className={styles.text ?? ""} />
        </TextField>
        <FileList files={draft.files} change={change} onFile={upload} />
        {draft.text === "" && draft.files.length === 0 && (
          <Examples onChoose={(text) => change({ type: "write", text })} />
        )}
        {priced !== undefined &&
          ("steps" in priced ? (
            <RunOutline estimate={priced} />
          ) : (
            <Intent draft={draft} estimate={priced} change={change} />
          ))}
        {estimate?.outcome === "needs_input" && (
          <EstimateQuestion question={estimate.question} change={change} onFile={upload} />
        )}
        {problem !== null && <ProblemNotice problem={problem} />}
        <PriceButton
          estimate={priced}
          isReading={isReading}
          isSending={send.isSending}
          canSend={canSend}
        />
        {request !== null && <CodeDialog request={request} />}
      </Form>
    </DropZone>
  );
}
