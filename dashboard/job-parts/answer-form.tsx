import type { QuestionOption } from "@gme/client";
import { useState } from "react";
import { Form } from "react-aria-components";

import { setAt, toPath } from "#contract/set-at.ts";
import { FileField } from "#page-parts/file-field.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import * as runsTexts from "#words/en/runs.ts";
import { useWords } from "#words/words.ts";

import styles from "./job-outcome.module.css";

type AnswerRequest = QuestionOption["request"];

/** Answer that needs a text or a file, which the request names by JSON pointers. */
export function AnswerForm({
  label,
  request,
  isSending,
  onSend,
}: {
  readonly label: string;
  readonly request: AnswerRequest;
  readonly isSending: boolean;
  readonly onSend: (request: AnswerRequest) => void;
}) {
  const { runs } = useWords(runsTexts);
  const { missing = [], ...complete } = request;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const put = (pointer: string, value: string) =>
    setValues((former) => ({ ...former, [pointer]: value }));
  const isReady = missing.every((pointer) => (values[pointer] ?? "").trim() !== "");
  const send = () => {
    const body = missing.reduce(
      (filled, pointer) => setAt(filled, placeOf(pointer), values[pointer]),
      complete.body,
    );
    onSend({ ...complete, body });
  };
  return (
    <Form
      className={styles.answer ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) send();
      }}
    >
      {missing.map((pointer) =>
        isFile(pointer) ? (
          <FileField
            key={pointer}
            label={label}
            kind={kindAt(complete.body, pointer)}
            isRequired
            onChange={(assetId) => put(pointer, assetId)}
          />
        ) : (
          <TextArea
            key={pointer}
            label={label}
            value={values[pointer] ?? ""}
            onChange={(text) => put(pointer, text)}
          />
        ),
      )}
      <Button type="submit" look="primary" isDisabled={!isReady} isPending={isSending}>
        {runs.answer}
      </Button>
    </Form>
  );
}

function isFile(pointer: string): boolean {
  return pointer.endsWith("/url");
}

/** An uploaded file is sent as its asset instead of a URL. */
function placeOf(pointer: string) {
  return toPath(isFile(pointer) ? pointer.replace(/url$/, "assetId") : pointer);
}

function kindAt(body: AnswerRequest["body"], pointer: string): "image" | "video" | "audio" {
  const index = Number(toPath(pointer).at(1));
  const inputs = (body["inputs"] ?? []) as { kind?: string }[];
  const kind = inputs[index]?.kind;
  return kind === "video" || kind === "audio" ? kind : "image";
}
