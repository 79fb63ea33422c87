import { type ReactNode, useState } from "react";

import { DownloadCsv } from "#page-parts/download-csv.tsx";
import type { CsvColumn } from "#page-parts/to-csv.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import * as usageTexts from "#words/en/usage.ts";
import { useWords } from "#words/words.ts";

import styles from "./chart.module.css";

/** Numbers of a chart. */
export interface ChartTable<Item> {
  readonly title: string;
  /** Name of the CSV file, without its ending. */
  readonly fileName: string;
  readonly columns: readonly CsvColumn<Item>[];
  /** URL of the jobs behind a bar or a row. */
  readonly hrefOf?: (item: Item) => string | undefined;
}

/** A chart and, in its place, the table of the same numbers, which can be downloaded. */
export function ChartFrame<Item extends { readonly id: string }>({
  title,
  fileName,
  columns,
  hrefOf,
  items,
  children,
}: ChartTable<Item> & {
  readonly items: readonly Item[];
  readonly children: ReactNode;
}) {
  const { usage } = useWords(usageTexts);
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <h2>{title}</h2>
        <div className={styles.actions}>
          <Button look="quiet" onPress={() => setIsTable(!isTable)}>
            {isTable ? usage.asChart : usage.asTable}
          </Button>
          <DownloadCsv title={title} fileName={fileName} columns={columns} items={items} />
        </div>
      </figcaption>
      {isTable ? (
        <Table
          label={title}
          items={items}
          idOf={({ id }) => id}
          columns={columns}
          {...(hrefOf === undefined ? {} : { hrefOf })}
        />
      ) : (
        children
      )}
    </figure>
  );
}
