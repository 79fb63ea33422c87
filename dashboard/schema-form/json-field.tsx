import { useState } from "react";

import { TextArea } from "#ui/text-area.tsx";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords } from "#words/words.ts";

import type { ControlProps } from "./field-control.tsx";

/** A value without a control of its own, as JSON. Text that is not JSON changes nothing. */
export function JsonField({ label, hint, value, onChange }: ControlProps) {
  const { schemaForm } = useWords(schemaFormTexts);
  const [text, setText] = useState(() =>
    value === undefined ? "" : JSON.stringify(value, null, 2),
  );
  const [isBroken, setIsBroken] = useState(false);
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : (JSON.parse(next) as unknown));
      setIsBroken(false);
    } catch {
      setIsBroken(true);
    }
  };
  return (
    <TextArea
      isCode
      label={label}
      hint={hint}
      value={text}
      onChange={change}
      error={isBroken ? schemaForm.brokenJson : undefined}
    />
  );
}
