import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

import styles from "./segments.module.css";

/** Chooses any number of a few values that are all in sight. */
export function ToggleSet({
  label,
  options,
  values,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="multiple"
      selectedKeys={values}
      onSelectionChange={(chosen) => onChange([...chosen].map(String))}
      className={styles.group ?? ""}
    >
      {options.map(({ value, label: text }) => (
        <ToggleButton key={value} id={value} className={styles.segment ?? ""}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
