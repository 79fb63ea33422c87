import type { GenerationRequest, Question } from "@gme/client";
import type { Dispatch } from "react";

import { Button } from "#ui/button.tsx";
import { FileButton } from "#ui/file-button.tsx";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import { useWords } from "#words/words.ts";

import type { DraftAction } from "./draft.ts";

import styles from "./question.module.css";

/** Question about a draft. An option makes the draft structured; one without its file opens the file dialog. */
export function EstimateQuestion({
  question,
  change,
  onFile,
}: {
  readonly question: Question;
  readonly change: Dispatch<DraftAction>;
  readonly onFile: (file: File) => void;
}) {
  const { create, job } = useWords(createTexts, jobTexts);
  const choose = (body: Record<string, unknown>) => {
    const { capability, parameters = {}, prompt, model } = body as Partial<GenerationRequest>;
    if (capability === undefined) return;
    change({
      type: "set-fields",
      fields: { capability, parameters, ...(model === undefined ? {} : { model }) },
      ...(prompt === undefined ? {} : { text: prompt }),
    });
  };
  return (
    <section aria-label={create.question} className={styles.question}>
      <p>{job.sentences(question.text)}</p>
      <div className={styles.options}>
        {question.options.map(({ label, request }) =>
          request.missing === undefined ? (
            <Button key={label} onPress={() => choose(request.body)}>
              {job.option(label)}
            </Button>
          ) : (
            <FileButton
              key={label}
              onFiles={(files) => {
                choose(request.body);
                for (const file of files) onFile(file);
              }}
            >
              {job.option(label)}
            </FileButton>
          ),
        )}
      </div>
    </section>
  );
}
