import { type ReactNode, useState } from "react";

import type { StatusFilter } from "#contract/safety.ts";
import { PagedTable, type PagedTableProps } from "#page-parts/paged-table.tsx";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { useWords } from "#words/words.ts";

import { ListEmpty } from "./list-empty.tsx";

import styles from "./admin.module.css";

interface StatusListProps<Item> extends Omit<PagedTableProps<Item>, "empty" | "onOpen"> {
  /** The filter is the URL. */
  readonly filter: StatusFilter;
  readonly statuses: Readonly<Record<string, string>>;
  readonly onFilter: (filter: StatusFilter) => void;
  readonly renderDialog: (item: Item, onClose: () => void) => ReactNode;
}

/** A list with a filter by status, whose rows open a dialog. */
export function StatusList<Item>({
  filter: { status },
  statuses,
  onFilter,
  renderDialog,
  ...table
}: StatusListProps<Item>) {
  const { admin } = useWords(adminTexts);
  const [opened, setOpened] = useState<Item | null>(null);
  const show = (chosen: string | undefined) =>
    onFilter(chosen === undefined ? {} : { status: chosen });
  return (
    <>
      <div className={styles.filters}>
        <FilterSelect
          label={admin.status}
          anyLabel={admin.any}
          value={status}
          options={toOptions(statuses)}
          onChange={show}
        />
      </div>
      <PagedTable
        {...table}
        onOpen={setOpened}
        empty={<ListEmpty isFiltered={status !== undefined} onClear={() => show(undefined)} />}
      />
      {opened !== null && renderDialog(opened, () => setOpened(null))}
    </>
  );
}
