import type { Model } from "@gme/client";

import * as schemaFormTexts from "#words/en/schema-form.ts";
import { formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./models.module.css";

interface Limit {
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const choicesMax = 6;

/** Ranges and choices of the parameters that every model names alike. */
export function LimitList({ model }: { readonly model: Model }) {
  const { schemaForm } = useWords(schemaFormTexts);
  const limits = Object.entries(model.limits as Record<string, Limit>).flatMap(([name, limit]) => {
    const label = schemaForm.names[name === "duration" ? "durationSeconds" : name];
    const text = textOfLimit(limit);
    return label === undefined || text === "" ? [] : [[label, text] as const];
  });
  return (
    <ul className={styles.limits}>
      {limits.map(([label, text]) => (
        <li key={label}>
          <span>{label}</span> {text}
        </li>
      ))}
    </ul>
  );
}

function textOfLimit({ enum: choices, minimum, maximum }: Limit): string {
  if (choices !== undefined) {
    const shown = choices.slice(0, choicesMax).map(String).join(", ");
    return choices.length > choicesMax ? `${shown} … (${choices.length})` : shown;
  }
  if (minimum === undefined) return maximum === undefined ? "" : `≤ ${formatNumber(maximum)}`;
  return maximum === undefined
    ? `≥ ${formatNumber(minimum)}`
    : `${formatNumber(minimum)}–${formatNumber(maximum)}`;
}
