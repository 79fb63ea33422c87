import { useEffect, useState } from "react";

/** A typed value is final when nothing has been typed for this long. */
const pauseMs = 600;

/** The value as it was when typing last paused. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
