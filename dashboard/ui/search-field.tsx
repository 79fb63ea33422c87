import { useEffect, useEffectEvent, useState } from "react";

import { TextField } from "./text-field.tsx";

/** The list is searched when nothing has been typed for this long. */
const pauseMs = 300;

/** Text that a list is searched for; an empty one is undefined. */
export function SearchField({
  value = "",
  maxLength = 200,
  onChange,
  ...props
}: {
  readonly label: string;
  readonly value: string | undefined;
  /** 200 characters by default, as the searches of lists take them. */
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const [former, setFormer] = useState(value);
  if (value !== former) {
    setFormer(value);
    // All filters were cleared. Any other value is one that was typed here.
    if (value === "") setText("");
  }
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) onChange(wanted === "" ? undefined : wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField {...props} maxLength={maxLength} type="search" value={text} onChange={setText} />
  );
}
