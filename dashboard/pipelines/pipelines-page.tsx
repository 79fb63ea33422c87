import type { Pipeline } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { readPages } from "#contract/pages.ts";
import { useCan } from "#contract/use-permissions.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as jobsTexts from "#words/en/jobs.ts";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { formatDate } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import { NewPipeline } from "./new-pipeline.tsx";
import { PipelineFilters } from "./pipeline-filters.tsx";
import { priceText, Readiness } from "./pipeline-parts.tsx";
import { Templates } from "./templates.tsx";

import styles from "./pipelines.module.css";

/** Pipelines of the organization, and templates to start with. */
export function PipelinesPage() {
  const { pipelines } = useWords(pipelinesTexts);
  const canWrite = useCan("pipelines:write");
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Page
      title={pipelines.title}
      actions={
        canWrite && (
          <Button look="primary" onPress={() => setIsCreating(true)}>
            {pipelines.create}
          </Button>
        )
      }
    >
      <Section title={pipelines.mine} actions={<PipelineFilters />}>
        <OwnPipelines />
      </Section>
      <Section title={pipelines.templates} text={pipelines.templatesText}>
        <Templates />
      </Section>
      {isCreating && <NewPipeline onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function OwnPipelines() {
  const words = useWords(jobsTexts, pipelinesTexts);
  const { pipelines, actions } = words;
  const navigate = useNavigate({ from: "/pipelines" });
  const { search, state } = useSearch({ from: "/shell/pipelines" });
  const query = {
    builtIn: false,
    ...(state === "archived" ? { archived: true } : {}),
    ...(search === undefined ? {} : { search }),
  };
  const list = useInfiniteQuery(readPages("listPipelines", { query }));
  const isFiltered = search !== undefined || state !== undefined;
  return (
    <PagedTable
      label={pipelines.mine}
      list={list}
      idOf={({ pipelineId }) => pipelineId}
      hrefOf={({ pipelineId }) => `/pipelines/${encodeURIComponent(pipelineId)}`}
      columns={columnsOf(words)}
      empty={
        isFiltered ? (
          <EmptyState title={pipelines.noMatch} text={pipelines.noMatchText}>
            <Button onPress={() => void navigate({ search: {} })}>{actions.clear}</Button>
          </EmptyState>
        ) : (
          <EmptyState title={pipelines.empty} text={pipelines.emptyText} />
        )
      }
    />
  );
}

function columnsOf({
  pipelines,
  jobs,
}: Pick<Words, "pipelines" | "jobs">): TableColumn<Pipeline>[] {
  return [
    {
      id: "name",
      label: pipelines.name,
      render: ({ name, description }) => (
        <span className={styles.named}>
          <span>{name}</span>
          {description !== null && <small>{description}</small>}
        </span>
      ),
    },
    {
      id: "state",
      label: jobs.status,
      render: (pipeline) => <Readiness pipeline={pipeline} />,
    },
    {
      id: "version",
      label: pipelines.version,
      isNumber: true,
      isDetail: true,
      render: ({ latestVersion }) => latestVersion,
    },
    {
      id: "price",
      label: pipelines.price,
      isNumber: true,
      isDetail: true,
      render: ({ price }) => priceText(price, { pipelines }),
    },
    {
      id: "updated",
      label: pipelines.updated,
      isDetail: true,
      render: ({ updatedAt }) => formatDate(updatedAt),
    },
  ];
}
