import { Select, type SelectOption } from "./select.tsx";

/** Key of the option that filters nothing. */
const any = "any";

/** Chooses one of a few values to filter by, or none of them. */
export function FilterSelect({
  value,
  anyLabel,
  options,
  onChange,
  ...props
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly anyLabel: string;
  readonly options: readonly SelectOption<string>[];
  readonly onChange: (value: string | undefined) => void;
  readonly isInline?: boolean;
}) {
  return (
    <Select
      {...props}
      value={value ?? any}
      options={[{ value: any, label: anyLabel }, ...options]}
      onChange={(chosen) => onChange(chosen === any ? undefined : chosen)}
    />
  );
}

/** Options for values with their texts. */
export function toOptions(texts: Readonly<Record<string, string>>): SelectOption<string>[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
