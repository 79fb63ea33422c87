import { useEffect, useRef } from "react";

import { addNewestFiles, type LibraryFile } from "./library.ts";
import { queryClient } from "./queries.ts";

const pauseMs = 2_000;
/** A worker without previews must not be asked without end. */
const readsMax = 30;

/** Reads the newest files again while their previews are being made. */
export function usePendingPreviews(files: readonly LibraryFile[]): void {
  const reads = useRef(0);
  const pending = files.filter(({ preview }) => preview.state === "pending").length;
  useEffect(() => {
    if (pending === 0) {
      reads.current = 0;
      return undefined;
    }
    const timer = setInterval(() => {
      reads.current += 1;
      if (reads.current > readsMax) clearInterval(timer);
      else addNewestFiles(queryClient).catch(() => undefined);
    }, pauseMs);
    return () => clearInterval(timer);
  }, [pending]);
}
