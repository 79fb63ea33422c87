// oxlint-disable-next-line no-control-regex -- control characters are what this removes
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text of a server without the control characters that could change the terminal. */
export function plainText(text: string): string {
  return text.replace(controls, "");
}

/** Cuts a text to a number of columns. */
export function fit(text: string, columns: number): string {
  const characters = Array.from(text);
  if (characters.length <= columns) return text;
  return `${characters.slice(0, Math.max(0, columns - 1)).join("")}…`;
}

/** Rows in columns as wide as their contents; the last column takes the remaining width. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const cells = [headings, ...rows].map((row) =>
    row.map((cell) => plainText(cell).replaceAll(/\s+/g, " ")),
  );
  const widths = headings.map((_, index) =>
    Math.max(...cells.map((row) => Array.from(row[index] ?? "").length)),
  );
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  const rest = Math.max(8, columns - before);
  return cells
    .map((row) =>
      row
        .map((cell, index) =>
          index === last
            ? fit(cell, rest)
            : cell + " ".repeat((widths[index] ?? 0) - Array.from(cell).length),
        )
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** Age of a time in one unit, such as `2 min`. */
export function toAge(time: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(time)) / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export function toCredits(credits: number): string {
  return `${credits} ${credits === 1 ? "credit" : "credits"}`;
}
