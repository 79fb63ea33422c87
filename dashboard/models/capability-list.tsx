import type { Model } from "@gme/client";

import { Badge } from "#ui/badge.tsx";
import * as modelsTexts from "#words/en/models.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./models.module.css";

export function CapabilityList({ capabilities }: { readonly capabilities: Model["capabilities"] }) {
  const { models } = useWords(modelsTexts);
  return (
    <span className={styles.badges}>
      {capabilities.map((capability) => (
        <Badge key={capability}>{textOf(models.capabilities, capability)}</Badge>
      ))}
    </span>
  );
}
