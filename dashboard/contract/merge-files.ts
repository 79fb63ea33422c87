import type { InfiniteData } from "@tanstack/react-query";

import type { ListPage, Place } from "./page-window.ts";

export type FilePages<File> = InfiniteData<ListPage<File>, Place>;

/** Puts the first page of a list before what is known of it. With a gap between the two, only the new page is kept. */
export function withNewest<File extends { readonly fileId: string }>(
  known: FilePages<File>,
  newest: ListPage<File>,
): FilePages<File> {
  const [first] = known.pages;
  const ids = new Set(newest.data.map(({ fileId }) => fileId));
  const isConnected =
    newest.nextCursor === null || first?.data.some(({ fileId }) => ids.has(fileId)) === true;
  if (first === undefined || !isConnected)
    return { pages: [newest], pageParams: [{ cursor: null }] };
  const older = first.data.filter(({ fileId }) => !ids.has(fileId));
  const merged = { data: [...newest.data, ...older], nextCursor: first.nextCursor };
  return { ...known, pages: [merged, ...known.pages.slice(1)] };
}
