import type { PipelineVersion } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";

import { readPages } from "#contract/pages.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

/** Versions of a pipeline, newest first; each opens in the editor. */
export function VersionList({ pipelineId }: { readonly pipelineId: string }) {
  const words = useWords(pipelinesTexts);
  const { pipelines } = words;
  const list = useInfiniteQuery(readPages("listPipelineVersions", { path: { pipelineId } }));
  return (
    <PagedTable
      label={pipelines.views.versions}
      list={list}
      idOf={({ version }) => String(version)}
      hrefOf={({ version }) => `/pipelines/${encodeURIComponent(pipelineId)}?version=${version}`}
      columns={columnsOf(words)}
      empty={<EmptyState title={pipelines.gone} text={pipelines.goneText} />}
    />
  );
}

function columnsOf({ pipelines }: Pick<Words, "pipelines">): TableColumn<PipelineVersion>[] {
  return [
    {
      id: "version",
      label: pipelines.version,
      render: ({ version }) => pipelines.versionOf(version),
    },
    {
      id: "changes",
      label: pipelines.updated,
      render: ({ version, changes }) =>
        version === 1
          ? pipelines.noChanges
          : changes
              .map(({ step, change }) => `${step} (${textOf(pipelines.changes, change)})`)
              .join(", "),
    },
    { id: "note", label: pipelines.note, isDetail: true, render: ({ note }) => note ?? "" },
    {
      id: "created",
      label: pipelines.createdAt,
      isDetail: true,
      render: ({ createdAt }) => formatDateTime(createdAt),
    },
  ];
}
