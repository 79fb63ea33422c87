import { infiniteQueryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";
import { type LedgerPage, withBalances } from "./running-balance.ts";

interface LedgerPosition {
  readonly cursor: string;
  readonly balance: number;
}

const pageSize = 50;
const readsMax = 3;

/** The whole ledger, newest first, with the running balance of each entry. */
export function readLedger() {
  return infiniteQueryOptions({
    queryKey: ["listLedger", "balanced"] as const,
    queryFn: async ({ signal, pageParam }): Promise<LedgerPage> => {
      if (pageParam === null) return readNewest(signal);
      const { cursor, balance } = pageParam;
      const query = { limit: pageSize, cursor };
      return withBalances(await engine.request("listLedger", { query }, { signal }), balance);
    },
    initialPageParam: null as LedgerPosition | null,
    getNextPageParam: ({ nextCursor, earlier }) =>
      nextCursor === null ? null : { cursor: nextCursor, balance: earlier },
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
