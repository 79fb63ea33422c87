import { infiniteQueryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";
import { getJson } from "./get-json.ts";
import { type ListPage, pageWindow } from "./page-window.ts";

/** Report of content, as operators see it. */
export interface AbuseReport {
  readonly reportId: string;
  readonly status: "open" | "dismissed" | "quarantined";
  readonly reference: string;
  readonly category: string;
  readonly explanation: string;
  readonly email: string | null;
  readonly repeats: number;
  readonly organizationId: string | null;
  readonly jobId: string | null;
  readonly outputId: string | null;
  readonly assetId: string | null;
  readonly decision: { readonly reason: string; readonly decidedAt: string } | null;
  readonly createdAt: string;
}

/** Quarantined file, as operators see it: never its content. */
export interface QuarantinedFile {
  readonly quarantinedFileId: string;
  readonly status: "held" | "unheld" | "ended";
  readonly outcome: "restored" | "deleted" | null;
  readonly organizationId: string;
  readonly jobId: string | null;
  readonly outputId: string | null;
  readonly assetId: string | null;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly categories: readonly string[];
  readonly createdAt: string;
}

export interface StatusFilter {
  readonly status?: string;
}

const pageSize = 50;

export function readAbuseReports(filter: StatusFilter) {
  return readList<AbuseReport>("listAbuseReports", "/app/admin/reports", filter);
}

export function readQuarantinedFiles(filter: StatusFilter) {
  return readList<QuarantinedFile>("listQuarantinedFiles", "/app/admin/quarantined-files", filter);
}

function readList<Item>(name: string, path: `/app/${string}`, filter: StatusFilter) {
  return infiniteQueryOptions({
    queryKey: [name, filter] as const,
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(pageSize), ...filter });
      if (pageParam.cursor !== null) query.set("cursor", pageParam.cursor);
      return getJson<ListPage<Item>>(`${path}?${query.toString()}`, signal);
    },
    ...pageWindow(),
  });
}

export async function decideAbuseReport({
  reportId,
  ...body
}: {
  readonly reportId: string;
  readonly decision: "dismissed" | "quarantined";
  readonly reason: string;
}): Promise<void> {
  const path = `/app/admin/reports/${encodeURIComponent(reportId)}/decision` as const;
  await engine.fetch(path, { method: "POST", body });
}

export type QuarantineAction = "hold" | "end_hold" | "restore" | "delete";

export async function decideQuarantinedFile({
  quarantinedFileId: id,
  ...body
}: {
  readonly quarantinedFileId: string;
  readonly action: QuarantineAction;
  readonly reason: string;
}): Promise<void> {
  const path = `/app/admin/quarantined-files/${encodeURIComponent(id)}/decision` as const;
  await engine.fetch(path, { method: "POST", body });
}
