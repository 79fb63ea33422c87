import type { KeyboardEvent, ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { PageLink } from "./page-link.tsx";

import styles from "./table.module.css";

export interface TableColumn<Item> {
  readonly id: string;
  readonly label: string;
  readonly render: (item: Item) => ReactNode;
  readonly isNumber?: boolean;
  /** Left out on narrow screens. */
  readonly isDetail?: boolean;
}

/** Checkboxes that select rows. */
export interface TableSelection<Item> {
  /** Ids of selected rows. Those of rows that are not shown are ignored. */
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly labelOf: (item: Item) => string;
  /** Label of the checkbox that selects all rows. */
  readonly allLabel: string;
  /** False hides the checkboxes and keeps their place, so that nothing moves when they appear. */
  readonly isEnabled: boolean;
}

export interface TableProps<Item> {
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly TableColumn<Item>[];
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  /** Makes each row with a URL a link. */
  readonly hrefOf?: (item: Item) => string | undefined;
  /** Called for a row that is pressed. */
  readonly onOpen?: (item: Item) => void;
  readonly selection?: TableSelection<Item>;
}

/**
 * Table whose rows may open: the link or the button of the first cell covers its row, and the arrow keys move between
 * them. React Aria's table builds each list twice and redraws all of it for each press.
 */
export function Table<Item>({
  label,
  columns,
  items,
  idOf,
  hrefOf,
  onOpen,
  selection,
}: TableProps<Item>) {
  const [naming, ...others] = columns;
  const canOpen = onOpen !== undefined || items.some((item) => hrefOf?.(item) !== undefined);
  return (
    // A list that is wider than the page is scrolled by keyboard: from its links and buttons, or from the frame.
    <div className={styles.frame} {...(canOpen ? {} : { tabIndex: 0 })}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves between its links. */}
      <table aria-label={label} className={styles.table} onKeyDown={moveBetweenRows}>
        <thead>
          <tr>
            {selection !== undefined && (
              <td className={styles.check} data-hidden={!selection.isEnabled || undefined}>
                <SelectAll selection={selection} ids={items.map(idOf)} />
              </td>
            )}
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={idOf(item)} className={styles.row}>
              {selection !== undefined && (
                <td className={styles.check} data-hidden={!selection.isEnabled || undefined}>
                  <SelectRow selection={selection} item={item} id={idOf(item)} />
                </td>
              )}
              {naming !== undefined && (
                <th scope="row" className={classOf(naming)}>
                  <Opener href={hrefOf?.(item)} onOpen={onOpen && (() => onOpen(item))}>
                    {naming.render(item)}
                  </Opener>
                </th>
              )}
              {others.map((column) => (
                <td key={column.id} className={classOf(column)}>
                  {column.render(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Opener({
  href,
  onOpen,
  children,
}: {
  readonly href: string | undefined;
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  if (href !== undefined) {
    return (
      <PageLink href={href} className={styles.open}>
        {children}
      </PageLink>
    );
  }
  if (onOpen === undefined) return children;
  return (
    <button type="button" className={styles.open} onClick={onOpen}>
      {children}
    </button>
  );
}

function SelectRow<Item>({
  selection: { ids, onChange, labelOf },
  item,
  id,
}: {
  readonly selection: TableSelection<Item>;
  readonly item: Item;
  readonly id: string;
}) {
  return (
    <Check
      label={labelOf(item)}
      isChecked={ids.has(id)}
      onChange={(isChecked) =>
        onChange(new Set(isChecked ? [...ids, id] : [...ids].filter((other) => other !== id)))
      }
    />
  );
}

function SelectAll<Item>({
  selection: { ids: selected, onChange, allLabel },
  ids,
}: {
  readonly selection: TableSelection<Item>;
  readonly ids: readonly string[];
}) {
  const count = ids.filter((id) => selected.has(id)).length;
  const isChecked = count === ids.length;
  return (
    <Check
      label={allLabel}
      isChecked={isChecked}
      isMixed={count > 0 && !isChecked}
      onChange={() => onChange(new Set(isChecked ? [] : ids))}
    />
  );
}

/** Native checkbox: React Aria's would add its code to each list, and some elements to each row. */
function Check({
  label,
  isChecked,
  isMixed = false,
  onChange,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isMixed?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label className={styles.checkTarget}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(input) => {
          if (input !== null) input.indeterminate = isMixed;
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

function classOf<Item>({ isNumber, isDetail }: TableColumn<Item>): string {
  return classNames(isNumber && styles.number, isDetail && styles.detail);
}

function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const targets = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.open}`)];
  const place = targets.indexOf(event.target as HTMLElement);
  const target = targets[place + (step ?? 0)];
  if (step === undefined || place === -1 || target === undefined) return;
  event.preventDefault();
  target.focus();
}
