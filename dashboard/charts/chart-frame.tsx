import { type ReactNode, useState } from "react";

import { Button } from "#ui/button.tsx";
import { useWords } from "#words/words.ts";

import styles from "./chart.module.css";

/** A chart and, in its place, the table of the same numbers. */
export function ChartFrame({
  title,
  table,
  children,
}: {
  readonly title: string;
  readonly table: ReactNode;
  readonly children: ReactNode;
}) {
  const { usage } = useWords();
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <h2>{title}</h2>
        <Button look="quiet" onPress={() => setIsTable(!isTable)}>
          {isTable ? usage.asChart : usage.asTable}
        </Button>
      </figcaption>
      {isTable ? table : children}
    </figure>
  );
}
