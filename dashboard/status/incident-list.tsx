import type { Incident } from "#contract/operations.ts";
import { Section } from "#page-parts/section.tsx";
import { Badge } from "#ui/badge.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Table } from "#ui/table.tsx";
import * as statusTexts from "#words/en/status.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./status.module.css";

export function IncidentList({
  incidents,
  days,
  nameOf,
}: {
  readonly incidents: readonly Incident[];
  readonly days: number;
  readonly nameOf: (provider: string) => string;
}) {
  const { status } = useWords(statusTexts);
  if (incidents.length === 0) {
    return (
      <Section title={status.incidents}>
        <EmptyState title={status.noIncidents} text={status.noIncidentsText(days)} />
      </Section>
    );
  }
  return (
    <Section title={status.incidents} text={status.incidentsText(days)}>
      <Table
        label={status.incidents}
        items={incidents}
        idOf={({ provider, model, startedAt }) => `${provider}/${model ?? ""}/${startedAt}`}
        columns={[
          {
            id: "what",
            label: status.what,
            render: ({ provider, model }) => (
              <span className={styles.stack}>
                {nameOf(provider)}
                <small>{model ?? status.wholeProvider}</small>
              </span>
            ),
          },
          {
            id: "cause",
            label: status.cause,
            isDetail: true,
            render: ({ cause }) => textOf(status.causes, cause),
          },
          {
            id: "started",
            label: status.started,
            render: ({ startedAt }) => formatDateTime(startedAt),
          },
          {
            id: "ended",
            label: status.ended,
            render: ({ endedAt }) =>
              endedAt === null ? (
                <Badge tone="warning">{status.ongoing}</Badge>
              ) : (
                formatDateTime(endedAt)
              ),
          },
        ]}
      />
    </Section>
  );
}
