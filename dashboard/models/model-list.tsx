import type { Model, RequestInput } from "@gme/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { read } from "#contract/queries.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Table, type TableColumn } from "#ui/table.tsx";
import * as modelsTexts from "#words/en/models.ts";
import { useLanguage, useWords, type Words } from "#words/words.ts";

import { Availability } from "./availability.tsx";
import { CapabilityList } from "./capability-list.tsx";
import { comparedMax, comparedOf, withCompared } from "./choose.ts";
import { CompareBar } from "./compare-bar.tsx";
import { findModels } from "./find-models.ts";
import { priceOf, secondsOf } from "./model-facts.ts";
import { ModelText } from "./model-text.tsx";

import styles from "./models.module.css";

type ModelFilter = NonNullable<RequestInput<"listModels">["query"]>;

/** Models of the catalog: those that can run first, otherwise in the order of the catalog. */
export function ModelList() {
  const words = useWords(modelsTexts);
  const { compare, ...filter } = useSearch({ from: "/shell/models" });
  const navigate = useNavigate({ from: "/models" });
  const compared = comparedOf(compare);
  const { search, ...others } = filter;
  // The server compares a search with the English texts only.
  const germanSearch = useLanguage() === "de" ? search : undefined;
  const list = useQuery({
    ...read("listModels", {
      query: (germanSearch === undefined ? filter : others) as ModelFilter,
    }),
    placeholderData: keepPreviousData,
  });
  const descriptions = useQuery({
    queryKey: ["germanDescriptions"],
    queryFn: async () => (await import("#words/de/model-descriptions.ts")).modelDescriptions,
    enabled: germanSearch !== undefined,
  });
  const choose = (ids: string | undefined) =>
    void navigate({
      search: ids === undefined ? filter : { ...filter, compare: ids },
      replace: true,
    });
  const compareColumn: TableColumn<Model> = {
    id: "compare",
    label: words.models.compare,
    isDetail: true,
    render: ({ id, displayName }) => (
      <Checkbox
        isLabelHidden
        isSelected={compared.includes(id)}
        isDisabled={compared.length === comparedMax && !compared.includes(id)}
        onChange={(isChosen) => choose(withCompared(compared, id, isChosen))}
      >
        {words.models.compareModel(displayName)}
      </Checkbox>
    ),
  };
  return (
    <Loaded query={list} height="32rem">
      {({ data }: { readonly data: readonly Model[] }) => {
        const found =
          germanSearch === undefined
            ? data
            : findModels(data, germanSearch, {
                descriptions: descriptions.data ?? {},
                capabilities: words.models.capabilities,
              });
        return found.length === 0 ? (
          <EmptyState title={words.models.noMatch} text={words.models.noMatchText}>
            <Button onPress={() => void navigate({ search: {} })}>{words.actions.clear}</Button>
          </EmptyState>
        ) : (
          <>
            <Table
              label={words.models.title}
              items={found.toSorted(
                (left, right) => Number(right.available) - Number(left.available),
              )}
              idOf={({ id }) => id}
              hrefOf={({ id }) => `/models/${encodeURIComponent(id)}`}
              columns={[...columnsOf(words), compareColumn]}
            />
            <CompareBar compared={compared} onClear={() => choose(undefined)} />
          </>
        );
      }}
    </Loaded>
  );
}

function columnsOf({ models }: Pick<Words, "models">): TableColumn<Model>[] {
  return [
    {
      id: "model",
      label: models.model,
      render: ({ displayName, description, providerName }) => (
        <span className={styles.named}>
          <strong>{displayName}</strong>
          <small className={styles.description}>
            <ModelText text={description} />
          </small>
          <small>{providerName}</small>
        </span>
      ),
    },
    {
      id: "capabilities",
      label: models.capability,
      isDetail: true,
      render: ({ capabilities }) => <CapabilityList capabilities={capabilities} />,
    },
    { id: "price", label: models.price, isNumber: true, render: (model) => priceOf(model) },
    {
      id: "time",
      label: models.time,
      isNumber: true,
      isDetail: true,
      render: (model) => secondsOf(model, models),
    },
    {
      id: "availability",
      label: models.availability,
      isDetail: true,
      render: (model) => <Availability model={model} />,
    },
  ];
}
