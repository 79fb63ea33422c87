export interface Terminal {
  /** Writes a permanent line. */
  line(text: string): void;
  /**
   * Writes a line that the next one replaces. Without a terminal, writes a line whenever `text` changes and
   * omits `detail`.
   */
  progress(text: string, detail?: string): void;
  /** Removes the line of progress. */
  clear(): void;
}

/** Short lines for a person, on a terminal or into a file or a pipe. */
export function createTerminal(stream: NodeJS.WriteStream): Terminal {
  const clearLine = stream.isTTY ? "\r\x1b[K" : "";
  let shown = "";
  // The reader of a pipe may close it early, as `head` does; the engine continues.
  stream.on("error", () => undefined);

  function clear(): void {
    if (!stream.isTTY || shown === "") return;
    stream.write(clearLine);
    shown = "";
  }
  return {
    line(text) {
      clear();
      stream.write(`${text}\n`);
    },
    progress(text, detail = "") {
      const next = stream.isTTY ? `${text}${detail}`.slice(0, (stream.columns || 80) - 1) : text;
      if (next === shown) return;
      stream.write(stream.isTTY ? `${clearLine}${next}` : `${next}\n`);
      shown = next;
    },
    clear,
  };
}
