import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { type AbuseReport, readAbuseReports, type StatusFilter } from "#contract/safety.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Badge } from "#ui/badge.tsx";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";
import { ListEmpty } from "./list-empty.tsx";
import { ReportDialog } from "./report-dialog.tsx";

import styles from "./admin.module.css";

const tones = { open: "warning", dismissed: "neutral", quarantined: "danger" } as const;

/** Reports of content, for operators. */
export function ReportsPage() {
  const { admin } = useWords();
  return (
    <AdminFrame title={admin.reports} needs="admin:orgs">
      <ReportList />
    </AdminFrame>
  );
}

function ReportList() {
  const { admin } = useWords();
  const { status }: StatusFilter = useSearch({ from: "/shell/admin/reports" });
  const navigate = useNavigate({ from: "/admin/reports" });
  const [opened, setOpened] = useState<AbuseReport | null>(null);
  const list = useInfiniteQuery(readAbuseReports(status === undefined ? {} : { status }));
  const show = (chosen: string | undefined) =>
    void navigate({ search: chosen === undefined ? {} : { status: chosen }, replace: true });
  return (
    <>
      <div className={styles.filters}>
        <FilterSelect
          label={admin.status}
          anyLabel={admin.any}
          value={status}
          options={toOptions(admin.reportStatuses)}
          onChange={show}
        />
      </div>
      <PagedTable
        label={admin.reports}
        list={list}
        idOf={({ reportId }) => reportId}
        onOpen={setOpened}
        empty={<ListEmpty isFiltered={status !== undefined} onClear={() => show(undefined)} />}
        columns={[
          {
            id: "report",
            label: admin.report,
            render: ({ category, reference, repeats }: AbuseReport) => (
              <span className={styles.stack}>
                <span>{textOf(admin.reportCategories, category)}</span>
                <small>{reference}</small>
                {repeats > 0 && <small>{admin.repeats(repeats)}</small>}
              </span>
            ),
          },
          {
            id: "status",
            label: admin.status,
            render: ({ status: state }) => (
              <Badge tone={tones[state]}>{textOf(admin.reportStatuses, state)}</Badge>
            ),
          },
          {
            id: "organization",
            label: admin.organizationId,
            isDetail: true,
            render: ({ organizationId }) => organizationId ?? admin.unknownContent,
          },
          {
            id: "received",
            label: admin.time,
            isDetail: true,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
        ]}
      />
      {opened !== null && <ReportDialog report={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
