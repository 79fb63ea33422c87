import { Dices } from "lucide-react";

import { Button } from "#ui/button.tsx";
import { NumberField } from "#ui/number-field.tsx";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords } from "#words/words.ts";

import type { ControlProps } from "./field-control.tsx";

import styles from "./schema-form.module.css";

/** Random seeds are short enough to read aloud. */
const randomMax = 999_999;

/** Seed with dice; empty means a new seed for each job. */
export function SeedField({
  label,
  hint,
  problem,
  value,
  minimum,
  maximum,
  onChange,
}: ControlProps & { readonly minimum: number; readonly maximum: number }) {
  const { schemaForm } = useWords(schemaFormTexts);
  const roll = () => {
    const span = Math.min(maximum, randomMax) - minimum + 1;
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    onChange(minimum + (random % span));
  };
  return (
    <div className={styles.seed}>
      <NumberField
        label={label}
        hint={hint}
        value={typeof value === "number" ? value : undefined}
        minimum={minimum}
        maximum={maximum}
        step={1}
        error={problem}
        onChange={onChange}
      />
      <Button isIcon aria-label={schemaForm.dice} onPress={roll}>
        <Dices size={18} aria-hidden />
      </Button>
    </div>
  );
}
