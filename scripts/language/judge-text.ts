import { markers, opening } from "./markers.ts";
import { blank, lineAt, type Text } from "./text.ts";

export interface Finding {
  readonly kind: "idiom" | "opening";
  readonly line: number;
  readonly found: string;
  readonly use: string;
  /** The surrounding text, on one line. */
  readonly excerpt: string;
}

const openingUse = "a verb or a noun first";

const rules = markers.map(({ pattern, use, unless, except }) => ({
  use,
  except,
  pattern: toRegExp(pattern, "gi"),
  unless: unless === undefined ? undefined : toRegExp(unless, "i"),
}));

/** Finds idioms and the opening of a text. Ignores code, quotations, file names and URLs. */
export function judgeText(path: string, { prose: source, line: firstLine }: Text): Finding[] {
  const code = blank(source, /`[^`]*`/g, "·");
  const quoted = blank(code, /"[^"]{1,100}"|“[^”]{1,100}”/g, "·");
  const prose = blank(quoted, /\S+\.(?:ts|md|json|sql)\b|\S*\w\/\S*/g, "·");
  const findingAt = (kind: Finding["kind"], found: string, use: string, at: number): Finding => {
    const excerpt = source
      .slice(Math.max(0, at - 40), at + 60)
      .replaceAll(/\s+/g, " ")
      .trim();
    const line = firstLine - 1 + lineAt(prose, at);
    return { kind, line, found: found.replaceAll(/\s+/g, " ").toLowerCase(), use, excerpt };
  };
  const first = opening.exec(prose)?.[0];
  const openings =
    first === undefined
      ? []
      : [findingAt("opening", first.replace(/^\W+/, ""), openingUse, first.length)];
  const idioms = rules
    .filter(({ except, unless }) => !except?.test(path) && !unless?.test(prose))
    .flatMap(({ pattern, use }) =>
      [...prose.matchAll(pattern)].map((match) => findingAt("idiom", match[0], use, match.index)),
    );
  return [...openings, ...idioms];
}

/** Formats a finding as `file:line  marker → use X  text`. */
export function presentFinding(path: string, { line, found, use, excerpt }: Finding): string {
  return `${path}:${line}  ${found} → use ${use}  ${excerpt}`;
}

function toRegExp(pattern: string, flags: string): RegExp {
  return new RegExp(String.raw`\b(?:${pattern.replaceAll(" ", String.raw`\s+`)})\b`, flags);
}
