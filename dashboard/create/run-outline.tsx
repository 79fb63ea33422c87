import type { RunPreview } from "#contract/app-api.ts";
import * as createTexts from "#words/en/create.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./run-outline.module.css";

/** Steps of the run that a message starts: how often each is performed, by which model, and its price. */
export function RunOutline({ estimate }: { readonly estimate: RunPreview }) {
  const { create } = useWords(createTexts);
  return (
    <section aria-label={create.understood} className={styles.outline}>
      <p>{create.isRun}</p>
      <ol className={styles.steps}>
        {estimate.steps.map(({ step, count, maxCredits, model }) => (
          <li key={step}>
            <span>{count.max === 1 ? step : `${step} × ${count.max}`}</span>
            <span className={styles.detail}>
              {model !== undefined && `${model.id} · `}
              {formatCredits(maxCredits * count.max)}
            </span>
          </li>
        ))}
      </ol>
      {estimate.questions.map(({ step, question }) => (
        <p key={step} className={styles.detail}>
          {create.willAsk(question)}
        </p>
      ))}
    </section>
  );
}
