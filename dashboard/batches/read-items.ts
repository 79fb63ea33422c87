import { queryOptions } from "@tanstack/react-query";

import { engine } from "#contract/engine.ts";

import { refreshOf } from "./refresh-page.ts";

const pageSize = 100;

/**
 * Reads a page of the items of a batch, in the order of the request, and reads it again until all of them have ended. Each page
 * is a read of its own, so that a batch of 1,000 items does not read its ended pages again.
 */
export function readItems(batchId: string, cursor: string | null) {
  return queryOptions({
    queryKey: ["getBatch", { path: { batchId } }, "items", cursor] as const,
    queryFn: async ({ signal }) =>
      engine.request(
        "getBatch",
        {
          path: { batchId },
          query: { limit: pageSize, ...(cursor === null ? {} : { cursor }) },
        },
        { signal },
      ),
    // The batch may have ended before the page has the results of its last items.
    refetchInterval: ({ state }) => refreshOf(state.data?.items.data),
  });
}
