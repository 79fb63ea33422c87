import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { type AbuseReport, readAbuseReports, type StatusFilter } from "#contract/safety.ts";
import { Badge } from "#ui/badge.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import { StatusList } from "./status-list.tsx";

import styles from "./admin.module.css";

const tones = { open: "warning", dismissed: "neutral", quarantined: "danger" } as const;

/** Reports of content, for operators. */
export function ReportsPage() {
  const { admin } = useWords(adminTexts);
  return (
    <AdminFrame title={admin.reports} needs="admin:orgs">
      <ReportList />
    </AdminFrame>
  );
}

function ReportList() {
  const { admin } = useWords(adminTexts);
  const filter: StatusFilter = useSearch({ from: "/shell/admin/reports" });
  const navigate = useNavigate({ from: "/admin/reports" });
  const list = useInfiniteQuery(readAbuseReports(filter));
  return (
    <StatusList
      filter={filter}
      statuses={admin.reportStatuses}
      onFilter={(search) => void navigate({ search, replace: true })}
      label={admin.reports}
      list={list}
      idOf={({ reportId }) => reportId}
      renderDialog={(report, onClose) => <ReportDialog report={report} onClose={onClose} />}
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
  );
}
