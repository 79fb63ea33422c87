/** Formats a Markdown table with columns as wide as their widest cell, as the formatter does. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((title, column) =>
    Math.max(3, ...[title, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows].map(line).join("\n");
}

/**
 * Escapes text that Markdown would read as a tag, emphasis or the end of a cell. Keeps code between
 * backticks.
 */
export function plainMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll("|", "\\|")
        : part.replaceAll(/[|<*~]/g, (sign) => `\\${sign}`),
    )
    .join("");
}

export function code(text: string): string {
  return `\`${text}\``;
}
