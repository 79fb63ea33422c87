export type TextPart = { readonly text: string } | { readonly expression: string };

/**
 * Splits a text into its expressions and what is between them, in linear time. Quotes within an expression may
 * contain braces. Returns null when braces stay open.
 */
export function partsOf(text: string): TextPart[] | null {
  const parts: TextPart[] = [];
  let position = 0;
  while (position < text.length) {
    const open = text.indexOf("{{", position);
    if (open === -1) return [...parts, { text: text.slice(position) }];
    if (open > position) parts.push({ text: text.slice(position, open) });
    const close = endOfExpression(text, open + 2);
    if (close === -1) return null;
    parts.push({ expression: text.slice(open + 2, close).trim() });
    position = close + 2;
  }
  return parts;
}

/** Returns the position of the closing braces, or -1. */
function endOfExpression(text: string, start: number): number {
  let depth = 0;
  let quote: string | null = null;
  for (let position = start; position < text.length; position += 1) {
    const character = text[position] ?? "";
    if (quote !== null) {
      if (character === "\\") position += 1;
      else if (character === quote) quote = null;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth += 1;
    else if (character === "}" && depth > 0) depth -= 1;
    else if (character === "}" && text[position + 1] === "}") return position;
  }
  return -1;
}
