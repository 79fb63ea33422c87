import type { RunPreview } from "#contract/app-api.ts";
import * as runsTexts from "#words/en/runs.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./run-pipeline.module.css";

/** Highest price of a run by step, what is used again, and the questions that will be asked. */
export function RunPrice({ estimate }: { readonly estimate: RunPreview }) {
  const { runs, problem } = useWords(runsTexts);
  const { steps, reused, questions, warnings, affordable, availableCredits } = estimate;
  const paid = steps.filter(({ count, maxCredits }) => count.max > 0 && maxCredits > 0);
  const balance = formatCredits(availableCredits);
  return (
    <section aria-label={runs.pricePerStep} className={styles.price}>
      {paid.length > 0 && (
        <ul className={styles.steps}>
          {paid.map(({ step, count, maxCredits, model }) => (
            <li key={step}>
              <span>
                <code>{step}</code>
                {model !== undefined && <small> {model.id}</small>}
              </span>
              <span className={styles.number}>
                {runs.each(count.max, formatCredits(maxCredits))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {reused.length > 0 && <p>{runs.reused(reused.length)}</p>}
      {questions.map(({ step, question }) => (
        <p key={step}>{runs.willAsk(question)}</p>
      ))}
      {warnings.map((warning) => (
        <p key={`${warning.pointer} ${warning.code}`}>{problem.issue(warning)}</p>
      ))}
      <p className={styles.muted}>
        {affordable ? runs.balance(balance) : runs.notAffordable(balance)}{" "}
        {paid.length > 0 && runs.atMost}
      </p>
    </section>
  );
}
