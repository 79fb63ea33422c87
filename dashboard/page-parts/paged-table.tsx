import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { ListPage } from "#contract/page-window.ts";
import { toProblem } from "#contract/to-problem.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Table, type TableProps } from "#ui/table.tsx";

import { MorePages } from "./more-pages.tsx";

import styles from "./page-parts.module.css";

export interface PagedTableProps<Item> extends Omit<TableProps<Item>, "items"> {
  readonly list: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
}

/** List of the API in each of its states: loading, failed, empty, rows and a button for more. */
export function PagedTable<Item>({ list, empty, ...table }: PagedTableProps<Item>) {
  const { data, error } = list;
  if (data === undefined) {
    return error === null ? (
      <Skeleton height="12rem" />
    ) : (
      <ProblemNotice problem={toProblem(error)} onRetry={() => void list.refetch()} />
    );
  }
  const items = data.pages.flatMap((page) => page.data);
  if (items.length === 0) return empty;
  return (
    <div className={styles.list}>
      <MorePages list={list} side="previous" />
      <Table {...table} items={items} />
      {error !== null && <ProblemNotice problem={toProblem(error)} />}
      <MorePages list={list} side="next" />
    </div>
  );
}
