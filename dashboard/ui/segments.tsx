import type { ReactNode } from "react";
import { useId } from "react";
import { Label, Text, ToggleButton, ToggleButtonGroup } from "react-aria-components";

import fieldStyles from "./field.module.css";
import styles from "./segments.module.css";

export interface Segment {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

/** Chooses one of a few values that are all in sight, or none. */
export function Segments({
  label,
  hint,
  segments,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly segments: readonly Segment[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <Label id={id} elementType="span" className={fieldStyles.label ?? ""}>
        {label}
      </Label>
      <ToggleButtonGroup
        aria-labelledby={id}
        selectedKeys={value === undefined ? [] : [value]}
        onSelectionChange={([chosen]) =>
          onChange(chosen === undefined ? undefined : String(chosen))
        }
        className={styles.group ?? ""}
      >
        {segments.map(({ id: key, label: text, icon }) => (
          <ToggleButton key={key} id={key} className={styles.segment ?? ""}>
            {icon}
            {text}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {hint !== undefined && (
        <Text elementType="span" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
    </div>
  );
}
