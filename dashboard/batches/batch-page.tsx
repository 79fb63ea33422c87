import { ApiError, type BatchItem, type BatchView } from "@gme/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { engine } from "#contract/engine.ts";
import { isFinal } from "#contract/merge-event.ts";
import { read } from "#contract/queries.ts";
import { useCan } from "#contract/use-permissions.ts";
import { Facts } from "#page-parts/facts.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { Page } from "#ui/page.tsx";
import { formatCredits } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { BatchActions } from "./batch-actions.tsx";
import { BatchStatus, endedOf } from "./batch-status.tsx";
import { ItemGrid } from "./item-grid.tsx";

import styles from "./batches.module.css";

const pageSize = 100;
/** Events of a batch have its counts, but not the results of its items. */
const refreshMs = 3_000;

/** A batch: its items as tiles by status, its credits, and what can be done about those that failed. */
export function BatchPage() {
  const { batches } = useWords();
  const { batchId } = useParams({ from: "/shell/batches/$batchId" });
  const batch = useQuery({
    ...read("getBatch", { path: { batchId }, query: { limit: 1 } }),
    refetchInterval: ({ state }) =>
      state.data?.status === "processing" || state.data?.status === "canceling" ? refreshMs : false,
  });
  if (batch.data !== undefined) return <LoadedBatch batch={batch.data} />;
  return (
    <Page title={batches.one}>
      {ApiError.is(batch.error, "batch_not_found", "outside_organization") ? (
        <EmptyState title={batches.gone} text={batches.goneText} />
      ) : (
        <Loaded query={batch}>{() => null}</Loaded>
      )}
    </Page>
  );
}

function LoadedBatch({ batch }: { readonly batch: BatchView }) {
  const words = useWords();
  const { batches, job } = words;
  const { batchId, name, counts, billing } = batch;
  const canCreate = useCan("generations:create");
  const search = useSearch({ from: "/shell/batches/$batchId" });
  const navigate = useNavigate({ from: "/batches/$batchId" });
  const items = useInfiniteQuery(readItems(batchId));
  const found = items.data?.pages.flatMap((page) => page.items.data) ?? [];
  const shown = found.filter((item) => (search.status ?? item.status) === item.status);
  return (
    <Page
      title={name ?? batches.unnamed}
      actions={
        <>
          <BatchStatus batch={batch} />
          {canCreate && <BatchActions batch={batch} />}
        </>
      }
    >
      <Facts
        facts={[
          [batches.items, batches.ended(endedOf(counts), counts.items)],
          [batches.charged, formatCredits(billing.capturedCredits)],
          [batches.held, formatCredits(billing.heldCredits)],
          [batches.returned, formatCredits(billing.releasedCredits)],
        ]}
      />
      <FilterSelect
        isInline
        label={batches.filter}
        anyLabel={`${batches.all} · ${counts.items}`}
        value={search.status}
        options={statuses.map((value) => ({
          value,
          label: `${textOf(job.status, value)} · ${counts[value]}`,
        }))}
        onChange={(status) => void navigate({ search: status === undefined ? {} : { status } })}
      />
      {items.data === undefined ? (
        <Loaded query={items}>{() => null}</Loaded>
      ) : shown.length === 0 ? (
        <EmptyState title={batches.noItems} text="">
          <Button onPress={() => void navigate({ search: {} })}>{words.actions.clear}</Button>
        </EmptyState>
      ) : (
        <ItemGrid items={shown satisfies BatchItem[]} />
      )}
      {items.hasNextPage && (
        <div className={styles.buttons}>
          <Button isPending={items.isFetchingNextPage} onPress={() => void items.fetchNextPage()}>
            {words.actions.loadMore}
          </Button>
        </div>
      )}
    </Page>
  );
}

const statuses = [
  "queued",
  "processing",
  "canceling",
  "completed",
  "failed",
  "canceled",
] as const satisfies readonly (keyof BatchView["counts"])[];

interface ItemPages {
  readonly pages: readonly BatchView[];
}

/** Items of a batch page by page, in the order of the request. */
function readItems(batchId: string) {
  return {
    queryKey: ["getBatch", { path: { batchId } }, "pages"] as const,
    queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
      engine.request(
        "getBatch",
        {
          path: { batchId },
          query: { limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ items }: BatchView) => items.nextCursor,
    // The batch may have ended before the page has the results of its last items.
    refetchInterval: ({ state }: { state: { data: ItemPages | undefined } }) =>
      state.data?.pages.some(({ items }) => !items.data.every(isFinal)) === true
        ? refreshMs
        : (false as const),
  };
}
