import { Button } from "#ui/button.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import styles from "./editor.module.css";

/** Another person has saved in the meantime: what to do with one's own changes. */
export function Conflict({
  onTheirs,
  onMine,
}: {
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  return (
    <section role="alert" className={styles.conflict}>
      <h2>{pipelines.conflict}</h2>
      <p>{pipelines.conflictText}</p>
      <div className={styles.buttons}>
        <Button onPress={onMine}>{pipelines.keepMine}</Button>
        <Button look="danger" onPress={onTheirs}>
          {pipelines.takeTheirs}
        </Button>
      </div>
    </section>
  );
}
