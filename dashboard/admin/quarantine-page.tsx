import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { type QuarantinedFile, readQuarantinedFiles, type StatusFilter } from "#contract/safety.ts";
import { Badge } from "#ui/badge.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";
import { QuarantineDialog } from "./quarantine-dialog.tsx";
import { StatusList } from "./status-list.tsx";

import styles from "./admin.module.css";

/** Quarantined files with their legal hold, for operators. No page shows a file. */
export function QuarantinePage() {
  const { admin } = useWords(adminTexts);
  return (
    <AdminFrame title={admin.quarantine} needs="admin:orgs">
      <FileList />
    </AdminFrame>
  );
}

function FileList() {
  const { admin } = useWords(adminTexts);
  const filter: StatusFilter = useSearch({ from: "/shell/admin/quarantine" });
  const navigate = useNavigate({ from: "/admin/quarantine" });
  const list = useInfiniteQuery(readQuarantinedFiles(filter));
  return (
    <StatusList
      filter={filter}
      statuses={admin.quarantineStatuses}
      onFilter={(search) => void navigate({ search, replace: true })}
      label={admin.quarantine}
      list={list}
      idOf={({ quarantinedFileId }) => quarantinedFileId}
      renderDialog={(file, onClose) => <QuarantineDialog file={file} onClose={onClose} />}
      columns={[
        {
          id: "file",
          label: admin.file,
          render: ({ contentType, categories, jobId, assetId }: QuarantinedFile) => (
            <span className={styles.stack}>
              <span>{contentType}</span>
              <small>{categories.map((one) => textOf(admin.findings, one)).join(", ")}</small>
              <small>{jobId ?? assetId}</small>
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
  );
}
