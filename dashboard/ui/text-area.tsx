import {
  FieldError,
  Label,
  Text,
  TextArea as AriaTextArea,
  TextField,
  type TextFieldProps,
} from "react-aria-components";

import { classNames } from "./class-names.ts";

import styles from "./field.module.css";

export interface TextAreaProps extends TextFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly rows?: number;
  /** Monospaced, for JSON. */
  readonly isCode?: boolean;
}

/** Several lines of text with their label, hint and problem. */
export function TextArea({
  label,
  hint,
  error,
  rows = 3,
  isCode = false,
  ...props
}: TextAreaProps) {
  return (
    <TextField
      {...props}
      {...(error === undefined ? {} : { isInvalid: true })}
      className={styles.field ?? ""}
    >
      <Label className={styles.label ?? ""}>{label}</Label>
      <AriaTextArea
        rows={rows}
        spellCheck={!isCode}
        className={classNames(styles.input, styles.area, isCode && styles.code)}
      />
      {hint !== undefined && (
        <Text slot="description" className={styles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ""}>{error}</FieldError>
    </TextField>
  );
}
