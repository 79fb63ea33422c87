import type { ListedAdminProvider } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { read } from "#contract/queries.ts";
import { HealthBadge } from "#page-parts/health-badge.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";
import * as adminTexts from "#words/en/admin.ts";
import * as statusTexts from "#words/en/status.ts";
import { formatNumber, formatPercent } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";
import { ProviderDetails } from "./provider-details.tsx";

import styles from "./admin.module.css";

const refreshMs = 15_000;
const circuitTones: Readonly<Record<string, BadgeTone>> = {
  closed: "good",
  half_open: "warning",
  open: "danger",
};

/** Circuits, mode, weight and slots of the providers. The URL names the provider whose details are shown. */
export function ProvidersPage() {
  const { admin } = useWords(adminTexts);
  return (
    <AdminFrame title={admin.providers} needs="admin:providers">
      <ProviderBoard />
    </AdminFrame>
  );
}

function ProviderBoard() {
  const { admin, status, values } = useWords(adminTexts, statusTexts);
  const { provider: opened } = useSearch({ from: "/shell/admin/providers" });
  const navigate = useNavigate({ from: "/admin/providers" });
  const list = useQuery({ ...read("listAdminProviders", {}), refetchInterval: refreshMs });
  const open = (slug: string | undefined) =>
    void navigate({ search: slug === undefined ? {} : { provider: slug } });
  return (
    <Loaded query={list} height="28rem">
      {({ data }: { readonly data: readonly ListedAdminProvider[] }) => {
        const chosen = data.find(({ slug }) => slug === opened);
        return (
          <>
            {chosen !== undefined && (
              <ProviderDetails
                key={chosen.slug}
                provider={chosen}
                onClose={() => open(undefined)}
              />
            )}
            <Table
              label={admin.providers}
              items={data.toSorted(
                (left, right) => Number(right.configured) - Number(left.configured),
              )}
              idOf={({ slug }) => slug}
              onOpen={({ slug }) => open(slug)}
              columns={[
                {
                  id: "provider",
                  label: admin.provider,
                  render: ({ name }) => name,
                },
                {
                  id: "circuit",
                  label: admin.circuit,
                  render: ({ health, circuitForce }) => (
                    <span className={styles.stack}>
                      <Badge tone={circuitTones[health.circuit] ?? "neutral"}>
                        {textOf(status.circuits, health.circuit)}
                      </Badge>
                      {circuitForce !== "auto" && (
                        <small>{textOf(admin.forces, circuitForce)}</small>
                      )}
                      {health.models.length > 0 && (
                        <small>{status.closedModels(health.models.length)}</small>
                      )}
                    </span>
                  ),
                },
                {
                  id: "health",
                  label: status.state,
                  isDetail: true,
                  render: ({ health }) => <HealthBadge status={health.status} />,
                },
                {
                  id: "mode",
                  label: admin.mode,
                  isDetail: true,
                  render: ({ mode }) => textOf(admin.modes, mode),
                },
                {
                  id: "weight",
                  label: admin.weight,
                  isNumber: true,
                  isDetail: true,
                  render: ({ weight }) => formatNumber(weight),
                },
                {
                  id: "slots",
                  label: admin.slots,
                  isNumber: true,
                  isDetail: true,
                  render: ({ concurrency: { limit, known } }) => {
                    const slots = limit ?? known;
                    return slots === null ? admin.unlimited : formatNumber(slots);
                  },
                },
                {
                  id: "running",
                  label: admin.running,
                  isNumber: true,
                  render: ({ running }) => formatNumber(running),
                },
                {
                  id: "success",
                  label: status.successRate,
                  isNumber: true,
                  isDetail: true,
                  render: ({ health: { successRate } }) =>
                    successRate === null ? values.unknown : formatPercent(successRate * 100),
                },
              ]}
            />
          </>
        );
      }}
    </Loaded>
  );
}
