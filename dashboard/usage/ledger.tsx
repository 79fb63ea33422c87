import type { CreditEntry } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";

import { readLedger } from "#contract/ledger.ts";
import { readPages } from "#contract/pages.ts";
import { availableChange, type BalancedEntry } from "#contract/running-balance.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Select } from "#ui/select.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as creditsTexts from "#words/en/credits.ts";
import * as jobsTexts from "#words/en/jobs.ts";
import { formatDateTime, formatNumber } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

type Kind = keyof Words["credits"]["kinds"];

/** The ledger, newest first. The balance is known only for the unfiltered ledger. */
export function Ledger() {
  const words = useWords(creditsTexts, jobsTexts);
  const { credits, jobs } = words;
  const search = useSearch({ from: "/shell/credits" });
  const navigate = useNavigate({ from: "/credits" });
  const kinds = Object.keys(credits.kinds) as Kind[];
  const kind = kinds.find((each) => each === search.kind);
  return (
    <Section
      title={credits.ledger}
      actions={
        <Select
          isInline
          label={credits.entry}
          value={kind ?? "any"}
          options={[
            { value: "any", label: jobs.any },
            ...kinds.map((value) => ({ value, label: credits.kinds[value] })),
          ]}
          onChange={(value) => void navigate({ search: value === "any" ? {} : { kind: value } })}
        />
      }
    >
      {kind === undefined ? <WholeLedger /> : <LedgerOf kind={kind} />}
    </Section>
  );
}

function WholeLedger() {
  const words = useWords(creditsTexts, jobsTexts);
  const { credits } = words;
  const list = useInfiniteQuery(readLedger());
  const balance: TableColumn<BalancedEntry> = {
    id: "balance",
    label: credits.balance,
    isNumber: true,
    render: (entry) => formatNumber(entry.balance),
  };
  return (
    <PagedTable
      label={credits.ledger}
      list={list}
      idOf={({ entryId }) => entryId}
      columns={[...columnsOf(words), balance]}
      empty={<EmptyState title={credits.empty} text={credits.emptyText} />}
    />
  );
}

function LedgerOf({ kind }: { readonly kind: Kind }) {
  const words = useWords(creditsTexts, jobsTexts);
  const { credits, actions } = words;
  const navigate = useNavigate({ from: "/credits" });
  const list = useInfiniteQuery(readPages("listLedger", { query: { kind } }));
  return (
    <PagedTable
      label={credits.ledger}
      list={list}
      idOf={({ entryId }) => entryId}
      columns={columnsOf(words)}
      empty={
        <EmptyState title={credits.noMatch} text={credits.noMatchText}>
          <Button onPress={() => void navigate({ search: {} })}>{actions.clear}</Button>
        </EmptyState>
      }
    />
  );
}

function columnsOf({ credits }: Pick<Words, "credits">): TableColumn<CreditEntry>[] {
  return [
    { id: "kind", label: credits.entry, render: ({ kind }) => textOf(credits.kinds, kind) },
    {
      id: "time",
      label: credits.time,
      isDetail: true,
      render: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      id: "job",
      label: credits.job,
      isDetail: true,
      render: ({ jobId, reason }) =>
        jobId === null ? (
          textOf(credits.reasons, reason ?? "")
        ) : (
          <Link to="/jobs/$jobId" params={{ jobId }}>
            {`…${jobId.slice(-8)}`}
          </Link>
        ),
    },
    {
      id: "amount",
      label: credits.amount,
      isNumber: true,
      render: (entry) => signed(entry),
    },
  ];
}

/** The change of the available credits, or the plain amount of an entry that does not change them. */
function signed(entry: CreditEntry): string {
  const change = availableChange(entry);
  if (change === 0) return formatNumber(entry.amount);
  return `${change > 0 ? "+" : "−"}${formatNumber(Math.abs(change))}`;
}
