import { type Dispatch, lazy, Suspense, useId, useRef } from "react";

import { toProblem } from "#contract/to-problem.ts";
import { PriceButton } from "#job-parts/price-button.tsx";
import { useEstimate } from "#job-parts/use-estimate.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

import { draftOfCurl } from "./draft-of-curl.ts";
import { type Draft, type DraftAction, toRequest } from "./draft.ts";
import { Examples } from "./examples.tsx";
import { FileList } from "./file-list.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useSend } from "./use-send.ts";
import { useUpload } from "./use-upload.ts";

import styles from "./composer.module.css";

// Dialogs and menus are a fifth of the code, and a person who begins to write needs none of them.
const CodeDialog = lazy(async () => import("./code-dialog.tsx"));
const Understood = lazy(async () => import("./understood.tsx"));

export function Composer({
  draft,
  change,
  onCreated,
}: {
  readonly draft: Draft;
  readonly change: Dispatch<DraftAction>;
  readonly onCreated: (jobId: string) => void;
}) {
  const { create } = useWords(createTexts);
  const form = useRef<HTMLFormElement>(null);
  const promptId = useId();
  const request = toRequest(draft);
  const { estimate, isCurrent, isReading, error } = useEstimate(request);
  const { upload, problem: uploadProblem } = useUpload(change);
  const isDropTarget = useFileDrop(upload);
  const send = useSend({ change, onCreated });
  const priced = estimate?.outcome === "priced" ? estimate : undefined;
  const problem = send.problem ?? uploadProblem ?? (error === null ? null : toProblem(error));
  const canSend = request !== null && isCurrent && priced?.affordable === true && !send.isSending;
  return (
    <form
      ref={form}
      className={styles.composer}
      data-drop-target={isDropTarget || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes on the submission of a form in a dialog, such as that of the parameters, which must create nothing.
        if (event.target !== event.currentTarget) return;
        if (canSend) send.send({ request, key: draft.key, priceMax: priced.price.maxCredits });
      }}
    >
      {/* The text field of React Aria, with its validation, is a tenth of the page's code and draws itself twice. */}
      <label htmlFor={promptId} className="visually-hidden">
        {create.prompt}
      </label>
      <textarea
        id={promptId}
        rows={5}
        placeholder={create.promptHint}
        value={draft.text}
        className={styles.text}
        onChange={({ target }) => change({ type: "write", text: target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
            form.current?.requestSubmit();
          }
        }}
        onPaste={(event) => {
          for (const file of event.clipboardData.files) upload(file);
          const pasted = draftOfCurl(event.clipboardData.getData("text/plain"), draft.key);
          if (pasted === null) return;
          event.preventDefault();
          change({ type: "replace", draft: pasted });
        }}
      />
      <FileList files={draft.files} change={change} onFile={upload} />
      {draft.text === "" && draft.files.length === 0 && (
        <Examples onChoose={(text) => change({ type: "write", text })} />
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
      {/* The button comes with what is above it, so that it does not move when it can be pressed. */}
      <Suspense
        fallback={<PriceButton estimate={undefined} isReading isSending={false} canSend={false} />}
      >
        {estimate !== undefined && (
          <Understood draft={draft} estimate={estimate} change={change} onFile={upload} />
        )}
        <PriceButton
          estimate={priced}
          isReading={isReading}
          isSending={send.isSending}
          canSend={canSend}
        />
      </Suspense>
      <Suspense>{request !== null && <CodeDialog request={request} />}</Suspense>
    </form>
  );
}
