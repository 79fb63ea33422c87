import {
  FieldError,
  Label,
  Text,
  TextArea as AriaTextArea,
  TextField,
  type TextFieldProps,
} from "react-aria-components";

import { classNames } from "#ui/class-names.ts";

import fieldStyles from "#ui/field.module.css";
import styles from "./page-parts.module.css";

export interface TextAreaProps extends TextFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly rows?: number;
  /** Shows the text in the font of code. */
  readonly isCode?: boolean;
  /** Problem of the text. */
  readonly problem?: string | undefined;
}

/** Several lines of text with their label, hint and problem. */
export function TextArea({
  label,
  hint,
  rows = 3,
  isCode = false,
  problem,
  ...props
}: TextAreaProps) {
  return (
    <TextField
      {...props}
      {...(problem === undefined ? {} : { isInvalid: true })}
      className={fieldStyles.field ?? ""}
    >
      <Label className={fieldStyles.label ?? ""}>{label}</Label>
      <AriaTextArea
        rows={rows}
        spellCheck={!isCode}
        className={classNames(fieldStyles.input, styles.area, isCode && styles.areaCode)}
      />
      {hint !== undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.error ?? ""}>{problem}</FieldError>
    </TextField>
  );
}
