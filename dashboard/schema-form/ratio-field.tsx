import { Segments } from "#ui/segments.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords } from "#words/words.ts";

import type { ControlProps } from "./field-control.tsx";

import styles from "./schema-form.module.css";

const commonRatios = ["1:1", "4:3", "3:2", "16:9", "21:9", "3:4", "2:3", "9:16"];

/** Width and height as rectangles. A model without a list takes any ratio. */
export function RatioField({
  label,
  hint,
  problem,
  value,
  values,
  onChange,
}: ControlProps & { readonly values: readonly string[] | null }) {
  const { schemaForm } = useWords(schemaFormTexts);
  const text = typeof value === "string" ? value : undefined;
  const shown = values ?? commonRatios;
  return (
    <>
      <Segments
        label={label}
        hint={hint}
        value={text !== undefined && shown.includes(text) ? text : undefined}
        segments={shown.map((ratio) => ({
          id: ratio,
          label: ratio,
          icon: <Rectangle ratio={ratio} />,
        }))}
        onChange={onChange}
      />
      {values === null && (
        <TextField
          label={schemaForm.otherRatio}
          value={text !== undefined && !shown.includes(text) ? text : ""}
          {...(problem === undefined ? {} : { isInvalid: true })}
          onChange={(next) => onChange(next.trim() === "" ? undefined : next.trim())}
        />
      )}
    </>
  );
}

const sidePx = 14;

function Rectangle({ ratio }: { readonly ratio: string }) {
  const [width = 0, height = 0] = ratio.split(/[:x]/).map(Number);
  if (!(width > 0 && height > 0)) return null;
  const longest = Math.max(width, height);
  return (
    <span
      aria-hidden
      className={styles.rectangle}
      style={{ inlineSize: (width / longest) * sidePx, blockSize: (height / longest) * sidePx }}
    />
  );
}
