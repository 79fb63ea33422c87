import type { PricedEstimate } from "@gme/client";

import { Button } from "#ui/button.tsx";
import { formatCredits, formatSeconds } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./price-button.module.css";

/** Sends the draft. The button states the price, which is the most that the job may cost. */
export function PriceButton({
  estimate,
  isReading,
  isSending,
  canSend,
}: {
  readonly estimate: PricedEstimate | undefined;
  readonly isReading: boolean;
  readonly isSending: boolean;
  readonly canSend: boolean;
}) {
  const { create } = useWords();
  const label =
    estimate === undefined
      ? create.submit
      : create.submitPriced(
          formatCredits(estimate.price.credits),
          formatSeconds(estimate.expectedSeconds),
        );
  return (
    <div className={styles.price}>
      <Button type="submit" look="primary" isWide isDisabled={!canSend} isPending={isSending}>
        {label}
      </Button>
      <output className={styles.note}>{noteOf()}</output>
    </div>
  );

  function noteOf(): string {
    if (isReading) return create.reading;
    if (estimate === undefined) return "";
    const { affordable, availableCredits, price } = estimate;
    return affordable
      ? create.balanceAfter(formatCredits(availableCredits - price.credits))
      : create.notAffordable(formatCredits(availableCredits));
  }
}
