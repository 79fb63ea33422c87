import type { ReactNode } from "react";
import {
  Cell,
  Column,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
} from "react-aria-components";

import { classNames } from "./class-names.ts";

import styles from "./table.module.css";

export interface TableColumn<Item> {
  readonly id: string;
  readonly label: string;
  readonly render: (item: Item) => ReactNode;
  readonly isNumber?: boolean;
  /** Left out on narrow screens. */
  readonly isDetail?: boolean;
}

export interface TableProps<Item> {
  readonly label: string;
  readonly columns: readonly TableColumn<Item>[];
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  /** Makes each row a link. */
  readonly hrefOf?: (item: Item) => string;
  /** Called for a row that is pressed. */
  readonly onOpen?: (item: Item) => void;
}

/** Table with keyboard navigation; the first column names the row. */
export function Table<Item>({ label, columns, items, idOf, hrefOf, onOpen }: TableProps<Item>) {
  return (
    <div className={styles.frame}>
      <AriaTable aria-label={label} className={styles.table ?? ""}>
        <TableHeader>
          {columns.map(({ id, label: text, isNumber, isDetail }, index) => (
            <Column
              key={id}
              id={id}
              isRowHeader={index === 0}
              className={classNames(isNumber && styles.number, isDetail && styles.detail)}
            >
              {text}
            </Column>
          ))}
        </TableHeader>
        <TableBody>
          {items.map((item) => (
            <Row
              key={idOf(item)}
              id={idOf(item)}
              className={styles.row ?? ""}
              {...(hrefOf === undefined ? {} : { href: hrefOf(item) })}
              {...(onOpen === undefined
                ? {}
                : { onAction: () => onOpen(item), "data-openable": true })}
            >
              {columns.map(({ id, render, isNumber, isDetail }) => (
                <Cell
                  key={id}
                  className={classNames(isNumber && styles.number, isDetail && styles.detail)}
                >
                  {render(item)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </AriaTable>
    </div>
  );
}
