import { ApiError, type BatchItem, type BatchView } from "@gme/client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { read } from "#contract/queries.ts";
import { useCan } from "#contract/use-permissions.ts";
import { Facts } from "#page-parts/facts.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { Page } from "#ui/page.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import * as jobTexts from "#words/en/job.ts";
import { formatCredits } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { BatchActions } from "./batch-actions.tsx";
import { BatchStatus, endedOf } from "./batch-status.tsx";
import { ItemGrid } from "./item-grid.tsx";
import { readItems } from "./read-items.ts";
import { refreshMs } from "./refresh-page.ts";

import styles from "./batches.module.css";

/** A batch: its items as tiles by status, its credits, and what can be done about those that failed. */
export function BatchPage() {
  const { batches } = useWords(batchesTexts);
  const { batchId } = useParams({ from: "/shell/batches/$batchId" });
  const batch = useQuery({
    ...read("getBatch", { path: { batchId }, query: { limit: 1 } }),
    refetchInterval: ({ state }) =>
      state.data?.status === "processing" || state.data?.status === "canceling" ? refreshMs : false,
  });
  if (batch.data !== undefined) return <LoadedBatch key={batchId} batch={batch.data} />;
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
  const words = useWords(batchesTexts, jobTexts);
  const { batches, job } = words;
  const { batchId, name, counts, billing } = batch;
  const canCreate = useCan("generations:create");
  const search = useSearch({ from: "/shell/batches/$batchId" });
  const navigate = useNavigate({ from: "/batches/$batchId" });
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const pages = useQueries({ queries: cursors.map((cursor) => readItems(batchId, cursor)) });
  const [first] = pages;
  const last = pages.at(-1);
  const nextCursor = last?.data?.items.nextCursor ?? null;
  const found = pages.flatMap(({ data }) => data?.items.data ?? []);
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
      {first?.data === undefined ? (
        first !== undefined && <Loaded query={first}>{() => null}</Loaded>
      ) : shown.length === 0 ? (
        <EmptyState title={batches.noItems} text="">
          <Button onPress={() => void navigate({ search: {} })}>{words.actions.clear}</Button>
        </EmptyState>
      ) : (
        <ItemGrid items={shown satisfies BatchItem[]} />
      )}
      {last !== undefined && last !== first && <Loaded query={last}>{() => null}</Loaded>}
      {nextCursor !== null && (
        <div className={styles.buttons}>
          <Button onPress={() => setCursors([...cursors, nextCursor])}>
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
