import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

import styles from "./examples.module.css";

export function Examples({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const { create } = useWords(createTexts);
  return (
    <div className={styles.examples}>
      <h2 className={styles.title}>{create.examples}</h2>
      <ul>
        {create.exampleTexts.map((text) => (
          <li key={text}>
            <button type="button" className={styles.example} onClick={() => onChoose(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
