import { Trash2 } from "lucide-react";

import { Button } from "#ui/button.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import * as batchesTexts from "#words/en/batches.ts";
import { useWords } from "#words/words.ts";

import type { Row } from "./read-rows.ts";
import type { RowProblem } from "./to-batch.ts";

import styles from "./batches.module.css";

const shownMax = 50;

/** Rows that can be corrected in place; those with problems come first, each with what is wrong. */
export function RowTable({
  columns,
  rows,
  problems,
  onChange,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly problems: readonly RowProblem[];
  readonly onChange: (rows: readonly Row[]) => void;
}) {
  const { batches, apiKeys, problem } = useWords(apiKeysTexts, batchesTexts);
  const wrong = Map.groupBy(problems, ({ row }) => row);
  const shown = rows
    .map((row, index) => ({ row, index, found: wrong.get(index) ?? [] }))
    .toSorted((left, right) => Number(right.found.length > 0) - Number(left.found.length > 0))
    .slice(0, shownMax);
  const edit = (index: number, column: string, text: string) =>
    onChange(rows.map((row, each) => (each === index ? { ...row, [column]: text } : row)));
  return (
    <>
      <section aria-label={batches.rows} className={styles.frame}>
        <table className={styles.rows}>
          <thead>
            <tr>
              <th scope="col">{batches.row}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">{batches.problem}</th>
              <th scope="col">
                <span className="visually-hidden">{apiKeys.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, index, found }) => (
              <tr key={index} data-wrong={found.length > 0}>
                <th scope="row">{index + 1}</th>
                {columns.map((column) => (
                  <td key={column}>
                    <input
                      aria-label={batches.edit(column, index + 1)}
                      aria-invalid={found.some((each) => each.column === column)}
                      value={row[column] ?? ""}
                      onChange={({ target }) => edit(index, column, target.value)}
                    />
                  </td>
                ))}
                <td>{found.map(problem.issue).join(" ")}</td>
                <td>
                  <Button
                    look="quiet"
                    isIcon
                    aria-label={batches.removeRow(index + 1)}
                    onPress={() => onChange(rows.filter((_row, each) => each !== index))}
                  >
                    <Trash2 size={16} aria-hidden />
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shownMax && (
        <p className={styles.muted}>{batches.firstRows(shownMax, rows.length)}</p>
      )}
    </>
  );
}
