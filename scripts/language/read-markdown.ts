import { blank, type Text } from "./text.ts";

/**
 * Reads paragraphs, list items, headings and table rows outside code blocks. Headings and rows keep
 * their `#` and `|`, which exempts them from the rule on openings ("How a model is chosen").
 */
export function readMarkdown(source: string): Text[] {
  const withoutCode = blank(source, /^([ \t]*)(`{3,}|~{3,})[^]*?^\1\2/gm, " ");
  const plain = blank(withoutCode, /<!--[^]*?-->|\]\([^)]*\)/g, "·");
  const texts: Text[] = [];
  let block: { line: number; lines: string[] } | undefined;
  const close = () => {
    if (block !== undefined)
      texts.push({ kind: "docs", line: block.line, prose: block.lines.join("\n") });
    block = undefined;
  };
  for (const [index, line] of plain.split("\n").entries()) {
    if (/^\s*$|^\s*(?:[-*+]|\d+\.|#+|>)\s|^\s*\|/.test(line)) close();
    if (!/[a-z]/i.test(line)) continue;
    block ??= { line: index + 1, lines: [] };
    block.lines.push(blank(line, /^\s*(?:[-*+]|\d+\.|>)\s+|\*\*/g, " "));
  }
  close();
  return texts;
}
