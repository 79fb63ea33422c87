import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

import { takeEarlyData, takeEarlyPages } from "./early-reads.ts";
import { getJson } from "./get-json.ts";
import { type FilePages, withNewest } from "./merge-files.ts";
import { allPages, type ListPage } from "./page-window.ts";

/** Preview of a file. Which fields exist depends on the kind of the file. */
export interface Preview {
  readonly state: "pending" | "ready" | "none";
  readonly thumbHash?: string;
  readonly posterUrl?: string;
  readonly stripUrl?: string;
  readonly peaks?: string;
}

/** Entry of `GET /app/library`. */
export interface LibraryFile {
  readonly fileId: string;
  readonly source: "generated" | "uploaded";
  readonly jobId?: string;
  readonly capability?: string;
  readonly model?: string;
  readonly title?: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  readonly createdAt: string;
  readonly keptUntil: string;
  readonly url: string;
  readonly preview: Preview;
}

export interface LibraryFilter {
  readonly kind?: string;
  readonly model?: string;
  readonly source?: string;
  readonly job?: string;
  /** Terms of prompt and title, or parts of the name of an upload. */
  readonly search?: string;
  /** Label of the job. */
  readonly label?: string;
}

const pageSize = 60;
const reopenedPagesMax = 3;

/** Outputs and assets page by page, newest first. */
export function readLibraryPages(filter: LibraryFilter) {
  return infiniteQueryOptions({
    queryKey: ["listLibrary", filter] as const,
    queryFn: async ({ signal, pageParam }) =>
      getJson<ListPage<LibraryFile>>(pathOfPage(filter, pageParam.cursor), signal),
    initialData: () => takeEarlyPages<LibraryFile>(pathOfPage(filter, null)),
    // The wall keeps its place only while the rows above it exist, of which it shows few.
    ...allPages(),
  });
}

/** The newest files, for previews of recent jobs. Separate from the library, which must not begin with an older list. */
export function readRecentFiles() {
  return queryOptions({
    queryKey: ["listRecentFiles"] as const,
    queryFn: async ({ signal }) => getJson<ListPage<LibraryFile>>(pathOfPage({}, null), signal),
    initialData: () => takeEarlyData(pathOfPage({}, null)) as ListPage<LibraryFile> | undefined,
  });
}

/**
 * Adds files that are newer than those of the libraries that are shown, and previews that have been made since. A wall of many pages keeps them: reading all of them
 * again for one file would be a request for each page.
 */
export async function addNewestFiles(client: QueryClient): Promise<void> {
  const shown = client.getQueryCache().findAll({ queryKey: ["listLibrary"], type: "active" });
  for (const { queryKey } of shown) {
    const filter = queryKey[1] as LibraryFilter;
    const path = pathOfPage(filter, null);
    const newest = await getJson<ListPage<LibraryFile>>(path, new AbortController().signal);
    client.setQueryData<FilePages<LibraryFile>>(
      queryKey,
      (pages) => pages && withNewest(pages, newest),
    );
  }
}

/** Forgets all but the first pages of a library that is opened again, because it reads each page that it has. */
export function forgetLaterPages(client: QueryClient, filter: LibraryFilter): void {
  client.setQueryData<FilePages<LibraryFile>>(
    readLibraryPages(filter).queryKey,
    (list) =>
      list && {
        pages: list.pages.slice(0, reopenedPagesMax),
        pageParams: list.pageParams.slice(0, reopenedPagesMax),
      },
  );
}

function pathOfPage(filter: LibraryFilter, cursor: string | null): `/app/${string}` {
  const query = new URLSearchParams({ limit: String(pageSize), ...filter });
  if (cursor !== null) query.set("cursor", cursor);
  return `/app/library?${query}`;
}
