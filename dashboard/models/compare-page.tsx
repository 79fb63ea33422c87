import type { Model } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";

import { readServiceStatus, type ServiceStatus } from "#contract/operations.ts";
import { read } from "#contract/queries.ts";
import { HealthBadge } from "#page-parts/health-badge.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import * as modelsTexts from "#words/en/models.ts";
import { formatCredits, formatSeconds } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import { Availability } from "./availability.tsx";
import { CapabilityList } from "./capability-list.tsx";
import { comparedOf, withCompared } from "./choose.ts";
import { LimitList } from "./limit-list.tsx";
import { ModelText } from "./model-text.tsx";

import styles from "./models.module.css";

/** Up to four models side by side. */
export function ComparePage() {
  const { models } = useWords(modelsTexts);
  const { compare } = useSearch({ from: "/shell/models/compare" });
  const navigate = useNavigate({ from: "/models/compare" });
  const compared = comparedOf(compare);
  const list = useQuery(read("listModels", { query: {} }));
  const status = useQuery(readServiceStatus());
  const remove = (id: string) => {
    const next = withCompared(compared, id, false);
    void navigate({ search: next === undefined ? {} : { compare: next }, replace: true });
  };
  return (
    <Page
      title={models.compareTitle}
      actions={
        <Link to="/models" search={compare === undefined ? {} : { compare }}>
          {models.toList}
        </Link>
      }
    >
      <Loaded query={list} height="24rem">
        {({ data }: { readonly data: readonly Model[] }) => {
          const chosen = compared.flatMap((id) => data.filter((model) => model.id === id));
          return chosen.length === 0 ? (
            <EmptyState title={models.compareNone} text={models.compareNoneText}>
              <Link to="/models">{models.toList}</Link>
            </EmptyState>
          ) : (
            <Comparison chosen={chosen} status={status.data} onRemove={remove} />
          );
        }}
      </Loaded>
    </Page>
  );
}

function Comparison({
  chosen,
  status,
  onRemove,
}: {
  readonly chosen: readonly Model[];
  readonly status: ServiceStatus | undefined;
  readonly onRemove: (id: string) => void;
}) {
  const words = useWords(modelsTexts);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
    <section aria-label={words.models.compareTitle} tabIndex={0} className={styles.comparison}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{words.models.about}</span>
            </th>
            {chosen.map(({ id, displayName }) => (
              <th key={id} scope="col">
                <span className={styles.head}>
                  <Link to="/models/$modelId" params={{ modelId: id }}>
                    {displayName}
                  </Link>
                  <Button
                    look="quiet"
                    isIcon
                    aria-label={words.models.remove(displayName)}
                    onPress={() => onRemove(id)}
                  >
                    <X size={16} aria-hidden />
                  </Button>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(words, status).map(([label, render]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {chosen.map((model) => (
                <td key={model.id}>{render(model)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function rowsOf(
  { models }: Pick<Words, "models">,
  status: ServiceStatus | undefined,
): readonly (readonly [label: string, render: (model: Model) => ReactNode])[] {
  const healthOf = (provider: string) =>
    status?.providers.find(({ health }) => health.provider === provider)?.health;
  return [
    [models.about, ({ description }) => <ModelText text={description} />],
    [models.provider, ({ providerName }) => providerName],
    [models.capability, ({ capabilities }) => <CapabilityList capabilities={capabilities} />],
    [
      models.price,
      ({ credits: { typical, min, max, per } }) => (
        <span className={styles.named}>
          <strong>{formatCredits(typical)}</strong>
          <small>
            {models.per} <ModelText text={per} />
          </small>
          {min < max && <small>{models.priceRange(String(min), formatCredits(max))}</small>}
        </span>
      ),
    ],
    [
      models.time,
      ({ measuredSeconds, typicalSeconds }) => (
        <span className={styles.named}>
          {measuredSeconds !== undefined && (
            <strong>{models.measured(formatSeconds(measuredSeconds))}</strong>
          )}
          <span>{models.stated(formatSeconds(typicalSeconds))}</span>
        </span>
      ),
    ],
    [models.availability, (model) => <Availability model={model} />],
    [
      models.health,
      ({ provider }) => {
        const health = healthOf(provider);
        return health === undefined ? "" : <HealthBadge status={health.status} />;
      },
    ],
    [models.limits, (model) => <LimitList model={model} />],
  ];
}
