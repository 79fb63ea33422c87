import { FileDown } from "lucide-react";

import { saveFile } from "#contract/save-file.ts";
import { Button } from "#ui/button.tsx";
import * as usageTexts from "#words/en/usage.ts";
import { useWords } from "#words/words.ts";

import { type CsvColumn, toCsv } from "./to-csv.ts";

/** Without it, spreadsheets read UTF-8 as another encoding. */
const byteOrderMark = "\uFEFF";

/** Button that saves a table as a CSV file. */
export function DownloadCsv<Item>({
  title,
  fileName,
  columns,
  items,
}: {
  /** Name of the table. */
  readonly title: string;
  readonly fileName: string;
  readonly columns: readonly CsvColumn<Item>[];
  readonly items: readonly Item[];
}) {
  const { usage } = useWords(usageTexts);
  const save = async () => {
    const text = await toCsv(columns, items);
    saveFile(new Blob([byteOrderMark, text], { type: "text/csv" }), `${fileName}.csv`);
  };
  return (
    <Button look="quiet" aria-label={usage.downloadCsv(title)} onPress={() => void save()}>
      <FileDown size={16} aria-hidden />
      CSV
    </Button>
  );
}
