/** Page of a list as the API returns it. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** Place of a page in a list: its cursor, and the page before it, which no response names. */
export interface Place {
  readonly cursor: string | null;
  readonly before?: Place;
}

/** A read that is repeated after an event sends a request for each page, and rows beyond these would fill the memory. */
export const pagesMax = 4;

/** Options of a list that keeps the pages around the place that is looked at. */
export function pageWindow() {
  return {
    ...allPages(),
    getPreviousPageParam: (_page: unknown, _pages: unknown, { before }: Place) => before,
    maxPages: pagesMax,
  };
}

/** Options of a list that keeps all pages. */
export function allPages() {
  return {
    initialPageParam: { cursor: null } as Place,
    getNextPageParam: ({ nextCursor }: ListPage<unknown>, _pages: unknown, before: Place) =>
      nextCursor === null ? null : { cursor: nextCursor, before },
  };
}
