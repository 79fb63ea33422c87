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
  readonly hint?: string | undefined;
  /** Problem of the value; without it, the browser's own checks show theirs. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
}

/** One line of text with its label, hint and problem. */
export function TextField({ label, hint, error, placeholder, ...props }: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      {...(error === undefined ? {} : { isInvalid: true })}
      className={styles.field ?? ""}
    >
      <Label className={styles.label ?? ""}>{label}</Label>
      <Input
        className={styles.input ?? ""}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
      {hint !== undefined && (
        <Text slot="description" className={styles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ""}>{error}</FieldError>
    </AriaTextField>
  );
}
