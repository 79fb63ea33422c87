import { infiniteQueryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";
import { pagesMax, type Place } from "./page-window.ts";
import { type LedgerPage, withBalances } from "./running-balance.ts";

interface LedgerPlace extends Place {
  /** Available credits after the newest entry of the page; absent for the newest page. */
  readonly balance?: number;
  readonly before?: LedgerPlace;
}

const firstPlace: LedgerPlace = { cursor: null };
const pageSize = 50;
const readsMax = 3;

/** The whole ledger, newest first, with the running balance of each entry. */
export function readLedger() {
  return infiniteQueryOptions({
    queryKey: ["listLedger", "balanced"] as const,
    queryFn: async ({ signal, pageParam }): Promise<LedgerPage> => {
      const { cursor, balance } = pageParam;
      if (cursor === null || balance === undefined) return readNewest(signal);
      const query = { limit: pageSize, cursor };
      return withBalances(await engine.request("listLedger", { query }, { signal }), balance);
    },
    initialPageParam: firstPlace,
    getNextPageParam: ({ nextCursor, earlier }, _pages, before) =>
      nextCursor === null ? null : { cursor: nextCursor, balance: earlier, before },
    getPreviousPageParam: (_page, _pages, { before }) => before,
    maxPages: pagesMax,
  });
}

/** Balance and entries are two reads: they belong together when the balance did not change in between. */
async function readNewest(signal: AbortSignal): Promise<LedgerPage> {
  let { available } = await engine.request("getCredits", {}, { signal });
  for (let reads = 1; ; reads += 1) {
    const page = await engine.request("listLedger", { query: { limit: pageSize } }, { signal });
    const after = await engine.request("getCredits", {}, { signal });
    if (after.available === available || reads === readsMax) return withBalances(page, available);
    ({ available } = after);
  }
}
