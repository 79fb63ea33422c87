import { LanguageVariant, SyntaxKind } from "typescript/unstable/ast";
import { createScanner, type Scanner } from "typescript/unstable/ast/scanner";

import { readSqlComments } from "./read-sql.ts";
import { blank, lineAt, type Kind, type Text } from "./text.ts";

interface Token {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly source: string;
}

/** Reads comments, error messages, test titles, descriptions of settings and, in `db/`, SQL comments. */
export function readTypeScript(path: string, source: string): Text[] {
  const { comments, tokens } = scan(source);
  const texts = joinLineComments(source, comments).map((comment) => ({
    kind: "comments" as const,
    line: lineAt(source, comment.start),
    prose: blank(comment.source, /^\/\*+|\*+\/$|^[ \t]*(?:\/\/+|\*(?!\/))/gm, " "),
  }));
  const strings = tokens.flatMap((token, index): Text[] => {
    if (!isString(token)) return [];
    const line = lineAt(source, token.start);
    const kind = kindOf(path, tokens, index);
    if (kind === undefined) return isSql(path) ? readSqlComments(token.source, line) : [];
    const prose = blank(token.source, /^["'`]|["'`]$/g, " ");
    return [{ kind, line, prose: blank(prose, /\$\{[^}]*\}/g, "·") }];
  });
  return [...texts, ...strings];
}

function isSql(path: string): boolean {
  return /(?:^|\/)db\//.test(path);
}

function kindOf(path: string, tokens: readonly Token[], index: number): Kind | undefined {
  if (path.endsWith(".test.ts") || path.startsWith("test/")) {
    return isTestTitle(tokens, index) ? "test titles" : undefined;
  }
  if (!tokens[index]?.source.includes(" ")) return undefined;
  if (path.endsWith("domain/errors.ts")) return "error texts";
  const before = tokens.slice(Math.max(0, index - 3), index).map((token) => token.source);
  const code = before.join(" ");
  if (/^new \w*Error \($|\bmessage :$/.test(code)) return "error texts";
  return path.endsWith("config.ts") && code === ". describe (" ? "docs" : undefined;
}

/** True for the first argument of `test`, `it` or `describe`, also after `.each(…)` and `.each<…>(…)`. */
function isTestTitle(tokens: readonly Token[], index: number): boolean {
  if (tokens[index - 1]?.source !== "(") return false;
  let at = skipPair(tokens, index - 2, "(", ")");
  at = skipPair(tokens, at, "<", ">");
  while (tokens[at - 1]?.source === ".") at -= 2;
  return ["test", "it", "describe"].includes(tokens[at]?.source ?? "");
}

/** Returns the index before the pair of brackets that ends at `at`; `at` itself when none ends there. */
function skipPair(tokens: readonly Token[], at: number, open: string, close: string): number {
  let depth = 0;
  for (let index = at; index >= 0; index -= 1) {
    if (tokens[index]?.source === close) depth += 1;
    if (tokens[index]?.source === open) depth -= 1;
    if (depth === 0) return tokens[at]?.source === close ? index - 1 : at;
  }
  return at;
}

/** Joins consecutive `//` lines into one comment. */
function joinLineComments(source: string, comments: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const comment of comments) {
    const previous = joined.at(-1);
    const end = (previous?.start ?? 0) + (previous?.source.length ?? 0);
    const isContinued =
      previous?.kind === SyntaxKind.SingleLineCommentTrivia &&
      comment.kind === SyntaxKind.SingleLineCommentTrivia &&
      /^\r?\n[ \t]*$/.test(source.slice(end, comment.start));
    if (isContinued) {
      const whole = source.slice(previous.start, comment.start + comment.source.length);
      joined[joined.length - 1] = { ...previous, source: whole };
    } else joined.push(comment);
  }
  return joined;
}

/** Splits a source into comments and tokens. A template with its substitutions is one token. */
function scan(source: string): { comments: Token[]; tokens: Token[] } {
  const scanner = createScanner(false, LanguageVariant.Standard, source);
  const comments: Token[] = [];
  const tokens: Token[] = [];
  while (scanner.scan() !== SyntaxKind.EndOfFile) {
    const start = scanner.getTokenStart();
    const kind = finishToken(scanner, tokens.at(-1));
    const token = { kind, start, source: source.slice(start, scanner.getTokenEnd()) };
    if (isComment(kind)) comments.push(token);
    else if (!isSpace(kind)) tokens.push(token);
  }
  return { comments, tokens };
}

/** Scans regular expressions and templates to their end: the scanner alone stops at a slash and at `${`. */
function finishToken(scanner: Scanner, previous: Token | undefined): SyntaxKind {
  const kind = scanner.getToken();
  if (kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) {
    return endsExpression(previous) ? kind : scanner.reScanSlashToken();
  }
  if (kind === SyntaxKind.TemplateHead) finishTemplate(scanner);
  return kind;
}

function finishTemplate(scanner: Scanner): void {
  let depth = 0;
  let previous: Token | undefined;
  for (;;) {
    scanner.scan();
    const kind = finishToken(scanner, previous);
    if (kind === SyntaxKind.EndOfFile) return;
    if (kind === SyntaxKind.OpenBraceToken) depth += 1;
    if (kind === SyntaxKind.CloseBraceToken) {
      if (depth > 0) depth -= 1;
      else if (scanner.reScanTemplateToken(false) === SyntaxKind.TemplateTail) return;
    }
    if (isComment(kind) || isSpace(kind)) continue;
    previous = { kind, start: scanner.getTokenStart(), source: scanner.getTokenText() };
  }
}

/** A slash after the end of an expression is a division, elsewhere it starts a regular expression. */
function endsExpression(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (/^(?:await|case|else|in|of|return|throw|typeof|yield)$/.test(token.source)) return false;
  return /[\w$"'`)\]}/]$/.test(token.source);
}

function isString({ kind }: Token): boolean {
  return (
    kind === SyntaxKind.StringLiteral ||
    kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
    kind === SyntaxKind.TemplateHead
  );
}

function isComment(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia;
}

function isSpace(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.WhitespaceTrivia || kind === SyntaxKind.NewLineTrivia;
}
