import { useState } from "react";

import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Text of a value. While a person types, the text is kept as typed, also when it is no value yet. */
export function DraftText({
  label,
  text,
  parse,
  onChange,
  problem,
  isCode = false,
  isLine = false,
  isReadOnly = false,
  isRequired = false,
}: {
  readonly label: string;
  readonly text: string;
  readonly parse: (text: string) => Parsed;
  readonly onChange: (value: unknown) => void;
  readonly problem: string | undefined;
  readonly isCode?: boolean;
  readonly isLine?: boolean;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [invalid, setInvalid] = useState<string | undefined>(undefined);
  const write = (next: string) => {
    setDraft(next);
    const parsed = parse(next);
    setInvalid("problem" in parsed ? parsed.problem : undefined);
    if ("value" in parsed) onChange(parsed.value);
  };
  const field = {
    label,
    value: draft ?? text,
    onChange: write,
    // A text that is no value stays to be corrected.
    onBlur: () => invalid === undefined && setDraft(null),
    isReadOnly,
    isRequired,
    error: invalid ?? problem,
    validationBehavior: "aria" as const,
  };
  if (!isLine) return <TextArea {...field} isCode={isCode} rows={isCode ? 3 : 2} />;
  return <TextField {...field} spellCheck="false" />;
}
