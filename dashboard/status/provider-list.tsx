import type { ServiceStatus } from "#contract/operations.ts";
import { HealthBadge } from "#page-parts/health-badge.tsx";
import { Section } from "#page-parts/section.tsx";
import { classNames } from "#ui/class-names.ts";
import { Table } from "#ui/table.tsx";
import * as statusTexts from "#words/en/status.ts";
import { formatDateTime, formatPercent, formatSeconds, formatTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./status.module.css";

/** Providers that are configured first, because the others do not concern anybody's jobs. */
export function ProviderList({ providers }: { readonly providers: ServiceStatus["providers"] }) {
  const { status, values } = useWords(statusTexts);
  const isIdle = ({ health }: ServiceStatus["providers"][number]) =>
    health.status === "unconfigured" || health.status === "disabled";
  const secondsOf = (milliseconds: number | null) =>
    milliseconds === null ? values.unknown : formatSeconds(milliseconds / 1_000);
  return (
    <Section title={status.providers}>
      <Table
        label={status.providers}
        items={providers.toSorted((left, right) => Number(isIdle(left)) - Number(isIdle(right)))}
        idOf={({ health }) => health.provider}
        columns={[
          { id: "provider", label: status.provider, render: ({ name }) => name },
          {
            id: "state",
            label: status.state,
            render: ({ health }) => (
              <span className={classNames(styles.stack, styles.state)}>
                <HealthBadge status={health.status} />
                {health.retryAt !== undefined && (
                  <small>{status.retryAt(formatTime(health.retryAt))}</small>
                )}
                {health.models.length > 0 && (
                  <small title={health.models.map(({ model }) => model).join(", ")}>
                    {status.closedModels(health.models.length)}
                  </small>
                )}
              </span>
            ),
          },
          {
            id: "success",
            label: status.successRate,
            isNumber: true,
            isDetail: true,
            render: ({ health: { successRate, window } }) =>
              successRate === null ? (
                values.unknown
              ) : (
                <span className={styles.stack}>
                  {formatPercent(successRate * 100)}
                  <small>{status.successOf(window.generations, window.minutes)}</small>
                </span>
              ),
          },
          {
            id: "seconds",
            label: status.seconds,
            isNumber: true,
            isDetail: true,
            render: ({ health: { latencyMs } }) =>
              latencyMs.p50 === null
                ? values.unknown
                : `${secondsOf(latencyMs.p50)} · ${secondsOf(latencyMs.p95)}`,
          },
          {
            id: "error",
            label: status.lastError,
            isDetail: true,
            render: ({ health: { lastError } }) =>
              lastError === undefined ? (
                values.unknown
              ) : (
                <span className={styles.stack}>
                  <code>{lastError.code}</code>
                  <small>{formatDateTime(lastError.at)}</small>
                </span>
              ),
          },
        ]}
      />
    </Section>
  );
}
