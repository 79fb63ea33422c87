import { Check, ChevronDown } from "lucide-react";
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from "react-aria-components";

import { classNames } from "./class-names.ts";

import fieldStyles from "./field.module.css";
import overlayStyles from "./overlay.module.css";
import styles from "./select.module.css";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  /** Shows the label in front of the value instead of above it. */
  readonly isInline?: boolean;
  /** Only screen readers tell the label, because the place of the field says it already. */
  readonly isLabelHidden?: boolean;
}

/** Chooses one of a few values. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  isInline = false,
  isLabelHidden = false,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => onChange(key as Value)}
      className={isInline ? (styles.inline ?? "") : (fieldStyles.field ?? "")}
    >
      <Label
        className={classNames(
          isInline ? styles.inlineLabel : fieldStyles.label,
          isLabelHidden && "visually-hidden",
        )}
      >
        {label}
      </Label>
      <Button className={styles.button ?? ""}>
        <SelectValue className={styles.value ?? ""} />
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Popover className={overlayStyles.popover ?? ""}>
        <ListBox className={overlayStyles.list ?? ""} items={options}>
          {(option) => (
            <ListBoxItem
              id={option.value}
              textValue={option.label}
              className={classNames(overlayStyles.item)}
            >
              {({ isSelected }) => (
                <>
                  <span className={overlayStyles.grow}>{option.label}</span>
                  {isSelected && <Check size={16} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
