import { Check, ChevronDown } from "lucide-react";
import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select,
  SelectValue,
  useFilter,
} from "react-aria-components";

import { useWords } from "#words/words.ts";

import type { SelectProps } from "./select.tsx";

import fieldStyles from "./field.module.css";
import overlayStyles from "./overlay.module.css";
import styles from "./select.module.css";

/** Chooses one of many values, which a search narrows. */
export function SearchableSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
}: Omit<SelectProps<Value>, "isInline" | "isLabelHidden">) {
  const { actions } = useWords();
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <Select
      value={value}
      onChange={(key) => onChange(key as Value)}
      className={fieldStyles.field ?? ""}
    >
      <Label className={fieldStyles.label ?? ""}>{label}</Label>
      <Button className={styles.button ?? ""}>
        <SelectValue className={styles.value ?? ""} />
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Popover className={overlayStyles.popover ?? ""}>
        <Autocomplete filter={contains}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has opened the list to choose. */}
          <SearchField autoFocus aria-label={actions.search} className={styles.search ?? ""}>
            <Input placeholder={actions.search} className={fieldStyles.input ?? ""} />
          </SearchField>
          <ListBox className={overlayStyles.list ?? ""} items={options}>
            {(option) => (
              <ListBoxItem
                id={option.value}
                textValue={option.label}
                className={overlayStyles.item ?? ""}
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
        </Autocomplete>
      </Popover>
    </Select>
  );
}
