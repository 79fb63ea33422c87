import { Minus, Plus } from "lucide-react";
import {
  Button,
  FieldError,
  Group,
  Input,
  Label,
  NumberField as AriaNumberField,
  Text,
} from "react-aria-components";

import fieldStyles from "./field.module.css";
import styles from "./number-field.module.css";

export interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly name?: string;
  readonly value?: number | undefined;
  readonly defaultValue?: number;
  readonly onChange?: (value: number | undefined) => void;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly step?: number | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isLabelHidden?: boolean;
}

const format = { useGrouping: false, maximumFractionDigits: 6 } as const;

/** Number with buttons for the next and the previous value; empty is no value. */
export function NumberField({
  label,
  hint,
  value,
  onChange,
  minimum,
  maximum,
  step,
  error,
  isLabelHidden = false,
  ...props
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...props}
      {...(onChange === undefined
        ? {}
        : {
            value: value ?? Number.NaN,
            onChange: (next: number) => onChange(Number.isNaN(next) ? undefined : next),
          })}
      {...(minimum === undefined ? {} : { minValue: minimum })}
      {...(maximum === undefined ? {} : { maxValue: maximum })}
      {...(step === undefined ? {} : { step })}
      formatOptions={format}
      isInvalid={error !== undefined}
      className={fieldStyles.field ?? ""}
    >
      <Label className={isLabelHidden ? "visually-hidden" : (fieldStyles.label ?? "")}>
        {label}
      </Label>
      <Group className={styles.group ?? ""}>
        <Button slot="decrement" className={styles.step ?? ""}>
          <Minus size={14} aria-hidden />
        </Button>
        <Input
          className={styles.input ?? ""}
          onInput={({ currentTarget }) => {
            const typed = Number(currentTarget.value);
            if (isWhole(typed, currentTarget.value, { minimum, maximum, step })) onChange?.(typed);
          }}
        />
        <Button slot="increment" className={styles.step ?? ""}>
          <Plus size={14} aria-hidden />
        </Button>
      </Group>
      {hint !== undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.error ?? ""}>{error}</FieldError>
    </AriaNumberField>
  );
}

/**
 * Returns true for text that is already the number it stands for. Such a number counts while it is being typed; React
 * Aria reports others when the field is left, which would change the price under the pointer of a person who presses
 * the button.
 */
function isWhole(
  typed: number,
  text: string,
  { minimum, maximum, step }: Pick<NumberFieldProps, "minimum" | "maximum" | "step">,
): boolean {
  const isAllowed = typed >= (minimum ?? -Infinity) && typed <= (maximum ?? Infinity);
  const isStep = step === undefined || Number.isInteger((typed - (minimum ?? 0)) / step);
  return String(typed) === text && isAllowed && isStep;
}
