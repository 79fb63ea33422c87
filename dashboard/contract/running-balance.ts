import type { CreditEntry, ResponseOf } from "@gme/client";

/** Entry of the ledger with the available credits after it. */
export interface BalancedEntry extends CreditEntry {
  readonly balance: number;
}

export interface LedgerPage {
  readonly data: readonly BalancedEntry[];
  readonly nextCursor: string | null;
  /** Available credits before the oldest entry of the page. */
  readonly earlier: number;
}

/** Adds the running balance to a page of the ledger, newest first. `newest` is the balance after its first entry. */
export function withBalances(
  { data, nextCursor }: ResponseOf<"listLedger">,
  newest: number,
): LedgerPage {
  let balance = newest;
  const entries = data.map((entry) => {
    const balanced = { ...entry, balance };
    balance -= availableChange(entry);
    return balanced;
  });
  return { data: entries, nextCursor, earlier: balance };
}

/** Change of the available credits by an entry; negative when it takes credits. */
export function availableChange({ amount, from, to }: CreditEntry): number {
  return (to === "available" ? amount : 0) - (from === "available" ? amount : 0);
}
