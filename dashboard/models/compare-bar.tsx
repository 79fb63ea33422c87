import { Link } from "@tanstack/react-router";

import { Button } from "#ui/button.tsx";
import * as modelsTexts from "#words/en/models.ts";
import { useWords } from "#words/words.ts";

import { comparedMax } from "./choose.ts";

import styles from "./models.module.css";

/** Stays at the foot of the list while models are chosen. */
export function CompareBar({
  compared,
  onClear,
}: {
  readonly compared: readonly string[];
  readonly onClear: () => void;
}) {
  const { models, actions } = useWords(modelsTexts);
  if (compared.length === 0) return null;
  return (
    <section aria-label={models.compareTitle} className={styles.bar}>
      <span>
        {models.compareSome(compared.length, comparedMax)}
        {compared.length === comparedMax && ` · ${models.compareFull}`}
      </span>
      <Button look="quiet" onPress={onClear}>
        {actions.cancel}
      </Button>
      <Link
        to="/models/compare"
        search={{ compare: compared.join(",") }}
        className={styles.barLink}
      >
        {models.compare}
      </Link>
    </section>
  );
}
