import type { PricedPreview, RunPreview } from "#contract/app-api.ts";
import { Button } from "#ui/button.tsx";
import * as createTexts from "#words/en/create.ts";
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
  readonly estimate: PricedPreview | RunPreview | undefined;
  readonly isReading: boolean;
  readonly isSending: boolean;
  readonly canSend: boolean;
}) {
  const { create } = useWords(createTexts);
  const label =
    estimate === undefined
      ? create.submit
      : create.submitPriced(
          formatCredits(estimate.price.maxCredits),
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
      ? create.balanceAfter(formatCredits(availableCredits - price.maxCredits))
      : create.notAffordable(formatCredits(availableCredits));
  }
}
