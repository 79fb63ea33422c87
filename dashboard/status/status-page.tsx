import type { ResponseOf } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { readServiceStatus, type ServiceStatus } from "#contract/operations.ts";
import { read } from "#contract/queries.ts";
import { Facts } from "#page-parts/facts.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { Section } from "#page-parts/section.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Page } from "#ui/page.tsx";
import { Table } from "#ui/table.tsx";
import * as statusTexts from "#words/en/status.ts";
import { formatDate, formatDateTime, formatPercent } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { IncidentList } from "./incident-list.tsx";
import { ProviderList } from "./provider-list.tsx";

/** The page reads again while it is open. */
const refreshMs = 30_000;
const tones: Readonly<Record<string, BadgeTone>> = {
  operational: "good",
  degraded: "warning",
  down: "danger",
};

/** State of the engine, of the organization's queue and of the providers, and recent incidents. */
export function StatusPage() {
  const words = useWords(statusTexts);
  const engine = useQuery({ ...read("getStatus", {}), refetchInterval: refreshMs });
  const service = useQuery({ ...readServiceStatus(), refetchInterval: refreshMs });
  const overall = engine.data?.status;
  return (
    <Page
      title={words.status.title}
      actions={
        overall !== undefined && (
          <Badge tone={tones[overall] ?? "neutral"}>{textOf(words.status.overall, overall)}</Badge>
        )
      }
    >
      <Loaded query={engine}>{(status) => <Parts status={status} service={service.data} />}</Loaded>
      <Loaded query={service} height="24rem">
        {({ providers, incidents }: ServiceStatus) => (
          <>
            <ProviderList providers={providers} />
            <IncidentList
              incidents={incidents.data}
              days={incidents.days}
              nameOf={(slug) =>
                providers.find(({ health }) => health.provider === slug)?.name ?? slug
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Parts({
  status: { components, uptime, version, build },
  service,
}: {
  readonly status: ResponseOf<"getStatus">;
  readonly service: ServiceStatus | undefined;
}) {
  const { status, values } = useWords(statusTexts);
  const percent = (value: number | null) =>
    value === null ? values.unknown : formatPercent(value);
  const queue = service?.queue;
  return (
    <>
      <Facts
        facts={[
          [
            status.uptime(uptime.days),
            percent(uptime.percent),
            uptime.since === null ? undefined : status.since(formatDate(uptime.since)),
          ],
          [status.requests(uptime.days), percent(uptime.requestsPercent), status.requestsText],
          [
            `${status.queue}: ${status.waiting}`,
            queue?.waiting ?? "…",
            queue?.waitingSince == null
              ? undefined
              : status.waitingSince(formatDateTime(queue.waitingSince)),
          ],
          [`${status.queue}: ${status.running}`, queue?.running ?? "…"],
          [status.version, version, build === null ? undefined : status.build(build)],
        ]}
      />
      <Section title={status.parts}>
        <Table
          label={status.parts}
          items={components}
          idOf={({ name }) => name}
          columns={[
            {
              id: "part",
              label: status.part,
              render: ({ name, optional }) => {
                const text = textOf(status.partNames, name);
                return optional ? `${text} (${status.optional})` : text;
              },
            },
            {
              id: "state",
              label: status.state,
              render: ({ status: state }) => (
                <Badge tone={tones[state] ?? "neutral"}>{textOf(status.partStates, state)}</Badge>
              ),
            },
            {
              id: "uptime",
              label: status.uptime(uptime.days),
              isNumber: true,
              render: ({ uptimePercent }) => percent(uptimePercent),
            },
          ]}
        />
      </Section>
    </>
  );
}
