import { FileUp } from "lucide-react";
import { useState } from "react";
import { DropZone, FileTrigger } from "react-aria-components";

import { Button } from "#ui/button.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import { useWords, type Words } from "#words/words.ts";

import { bytesMax, readRows, type Rows, type RowsProblem } from "./read-rows.ts";

import styles from "./batches.module.css";

const sample =
  "prompt,aspectRatio,seed\na red fox in the snow,1:1,7\na snowy owl at night,16:9,8\n";

/** Takes a CSV or JSON file, dropped or chosen. */
export function DropFile({
  onRows,
  isAgain,
}: {
  readonly onRows: (rows: Rows, name: string) => void;
  readonly isAgain: boolean;
}) {
  const { batches } = useWords(batchesTexts);
  const [problem, setProblem] = useState<string | null>(null);
  const load = async (name: string, text: string) => {
    const found = await readRows(name, text);
    setProblem("problem" in found ? textOfProblem(found, batches) : null);
    if (!("problem" in found)) onRows(found, name);
  };
  const open = async (file: File) => {
    if (file.size > bytesMax) setProblem(batches.tooLarge);
    else await load(file.name, await file.text());
  };
  return (
    <DropZone
      className={styles.drop ?? ""}
      aria-label={batches.drop}
      onDrop={({ items }) => {
        const [item] = items;
        if (item?.kind === "file") void item.getFile().then(open);
      }}
    >
      {!isAgain && (
        <>
          <FileUp size={28} strokeWidth={1.5} aria-hidden />
          <p>{batches.drop}</p>
          <p className={styles.muted}>{batches.formats}</p>
        </>
      )}
      <div className={styles.buttons}>
        <FileTrigger
          acceptedFileTypes={[".csv", ".tsv", ".json", "text/csv", "application/json"]}
          onSelect={(files) => {
            const [file] = files ?? [];
            if (file !== undefined) void open(file);
          }}
        >
          <Button>{isAgain ? batches.another : batches.choose}</Button>
        </FileTrigger>
        {!isAgain && (
          <Button look="quiet" onPress={() => void load("example.csv", sample)}>
            {batches.sample}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problems}>
          {problem}
        </p>
      )}
    </DropZone>
  );
}

function textOfProblem(found: RowsProblem, batches: Words["batches"]): string {
  switch (found.problem) {
    case "empty":
      return batches.noRows;
    case "notList":
      return batches.notList;
    case "tooMany":
      return batches.tooMany(found.rows);
    case "unreadable":
      return batches.unreadable(found.reason);
  }
}
