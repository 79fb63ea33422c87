import {
  FieldError,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components";

import styles from "./field.module.css";

export interface TextFieldProps extends AriaTextFieldProps {
  readonly label: string;
  readonly hint?: string;
}

/** One line of text with its label, hint and problem. */
export function TextField({ label, hint, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} className={styles.field ?? ""}>
      <Label className={styles.label ?? ""}>{label}</Label>
      <Input className={styles.input ?? ""} />
      {hint !== undefined && (
        <Text slot="description" className={styles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ""} />
    </AriaTextField>
  );
}
