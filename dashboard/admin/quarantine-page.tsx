import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { type QuarantinedFile, readQuarantinedFiles, type StatusFilter } from "#contract/safety.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Badge } from "#ui/badge.tsx";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";
import { ListEmpty } from "./list-empty.tsx";
import { QuarantineDialog } from "./quarantine-dialog.tsx";

import styles from "./admin.module.css";

/** Quarantined files with their legal hold, for operators. No page shows a file. */
export function QuarantinePage() {
  const { admin } = useWords();
  return (
    <AdminFrame title={admin.quarantine} needs="admin:orgs">
      <FileList />
    </AdminFrame>
  );
}

function FileList() {
  const { admin } = useWords();
  const { status }: StatusFilter = useSearch({ from: "/shell/admin/quarantine" });
  const navigate = useNavigate({ from: "/admin/quarantine" });
  const [opened, setOpened] = useState<QuarantinedFile | null>(null);
  const list = useInfiniteQuery(readQuarantinedFiles(status === undefined ? {} : { status }));
  const show = (chosen: string | undefined) =>
    void navigate({ search: chosen === undefined ? {} : { status: chosen }, replace: true });
  return (
    <>
      <div className={styles.filters}>
        <FilterSelect
          label={admin.status}
          anyLabel={admin.any}
          value={status}
          options={toOptions(admin.quarantineStatuses)}
          onChange={show}
        />
      </div>
      <PagedTable
        label={admin.quarantine}
        list={list}
        idOf={({ quarantinedFileId }) => quarantinedFileId}
        onOpen={setOpened}
        empty={<ListEmpty isFiltered={status !== undefined} onClear={() => show(undefined)} />}
        columns={[
          {
            id: "file",
            label: admin.file,
            render: ({ contentType, categories, jobId }: QuarantinedFile) => (
              <span className={styles.stack}>
                <span>{contentType}</span>
                <small>{categories.map((one) => textOf(admin.findings, one)).join(", ")}</small>
                <small>{jobId}</small>
              </span>
            ),
          },
          {
            id: "status",
            label: admin.status,
            render: ({ status: state, outcome }) => (
              <Badge tone={state === "held" ? "danger" : "neutral"}>
                {outcome === null
                  ? textOf(admin.quarantineStatuses, state)
                  : textOf(admin.outcomes, outcome)}
              </Badge>
            ),
          },
          {
            id: "organization",
            label: admin.organizationId,
            isDetail: true,
            render: ({ organizationId }) => organizationId,
          },
          {
            id: "time",
            label: admin.time,
            isDetail: true,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
        ]}
      />
      {opened !== null && <QuarantineDialog file={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
