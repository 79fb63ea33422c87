import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useState } from "react";

import { forgetLaterPages, type LibraryFile, readLibraryPages } from "#contract/library.ts";
import { queryClient } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { usePendingPreviews } from "#contract/use-pending-previews.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyWhenIdle } from "#ui/lazy-when-idle.ts";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as libraryTexts from "#words/en/library.ts";
import { useWords } from "#words/words.ts";

import { useLibraryFilter } from "./use-library-filter.ts";
import { Wall } from "./wall.tsx";

import styles from "./library.module.css";

// The wall needs neither menus nor dialogs, which are a fifth of the code.
const FilePanel = lazy(async () => import("./file-panel.tsx"));
const LibraryFilters = lazyWhenIdle(async () => import("./library-filters.tsx"));

const none: readonly LibraryFile[] = [];

/** Outputs and uploads of the organization by day. The filters and the open file are the URL. */
export function LibraryPage() {
  const words = useWords(libraryTexts);
  const filter = useLibraryFilter();
  useState(() => forgetLaterPages(queryClient, filter));
  const list = useInfiniteQuery(readLibraryPages(filter));
  const files = list.data?.pages.flatMap(({ data }) => data);
  usePendingPreviews(files ?? none);
  const models = (files ?? []).flatMap(({ model }) => (model === undefined ? [] : [model]));
  return (
    <Page title={words.library.title}>
      <div className={styles.filters}>
        <Suspense
          fallback={
            <div className={styles.filtersPlace}>
              <Skeleton height="100%" />
            </div>
          }
        >
          <LibraryFilters models={models} />
        </Suspense>
      </div>
      {files !== undefined ? (
        <Files
          files={files}
          canLoadMore={list.hasNextPage && !list.isFetching}
          onEnd={() => void list.fetchNextPage()}
        />
      ) : list.error !== null ? (
        <ProblemNotice problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton height="24rem" />
      )}
    </Page>
  );
}

function Files({
  files,
  canLoadMore,
  onEnd,
}: {
  readonly files: readonly LibraryFile[];
  readonly canLoadMore: boolean;
  readonly onEnd: () => void;
}) {
  const words = useWords(libraryTexts);
  const { file: chosen, ...filter } = useSearch({ from: "/shell/library" });
  const navigate = useNavigate({ from: "/library" });
  const { stringifySearch } = useRouter().options;
  const open = useCallback(
    (file: string) =>
      void navigate({ search: (former) => ({ ...former, file }), resetScroll: false }),
    [navigate],
  );
  if (files.length === 0) {
    return Object.keys(filter).length === 0 ? (
      <EmptyState title={words.library.empty} text={words.library.emptyText}>
        <Button look="primary" onPress={() => void navigate({ to: "/create" })}>
          {words.shell.create}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title={words.library.noMatch} text={words.library.noMatchText}>
        <Button onPress={() => void navigate({ search: {} })}>{words.actions.clear}</Button>
      </EmptyState>
    );
  }
  const place = files.findIndex(({ fileId }) => fileId === chosen);
  const file = files[place];
  return (
    <div className={file === undefined ? styles.zones : styles.openZones}>
      <Wall
        files={files}
        chosen={chosen}
        query={stringifySearch(filter)}
        canLoadMore={canLoadMore}
        onOpen={open}
        onEnd={onEnd}
      />
      {file !== undefined && (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <FilePanel file={file} previous={files[place - 1]} next={files[place + 1]} />
        </Suspense>
      )}
    </div>
  );
}
