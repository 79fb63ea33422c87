import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A fenced block of code in a page of the repository. */
export interface CodeBlock {
  /** Path of the page from the root of the repository. */
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly check: BlockCheck;
}

/** How a block is checked. An HTML comment above it, which readers do not see, says so; without one, a test runs the block. */
type BlockCheck =
  /** `<!-- responds with 422 -->`: each request of the block gets this status; without the comment, none fails. */
  | { readonly kind: "test"; readonly status?: number }
  /** `<!-- run by npm run openai:judges -->`: the command installs what the block needs. */
  | { readonly kind: "command"; readonly command: string }
  /** `<!-- run by test/….ts -->`: that test reads the page and needs more than the block, such as what it prints. */
  | { readonly kind: "file"; readonly file: string }
  /** `<!-- not run: reason -->` */
  | { readonly kind: "none"; readonly reason: string };

const root = fileURLToPath(new URL("../..", import.meta.url));
const pagePatterns = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/*.md",
  "docs/doors/*.md",
  "clients/*/README.md",
  "{dashboard,studio}/README.md",
];

/** Lists the blocks of the pages from which callers and operators copy code. */
export function listCodeBlocks(): readonly CodeBlock[] {
  const pages = pagePatterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());
  return pages.flatMap((page) => readCodeBlocks(page, readFileSync(join(root, page), "utf8")));
}

/** Lists the blocks that a command of package.json checks. */
export function listBlocksOf(command: string): readonly CodeBlock[] {
  return listCodeBlocks().filter(
    ({ check }) => check.kind === "command" && check.command === command,
  );
}

/** Lists the blocks that a test file runs by itself. */
export function listBlocksOfFile(file: string): readonly CodeBlock[] {
  return listCodeBlocks().filter(({ check }) => check.kind === "file" && check.file === file);
}

/** Reads the blocks of a page. Those in the language `text` are no code. */
export function readCodeBlocks(page: string, text: string): readonly CodeBlock[] {
  const pattern = /^(?:<!-- (.+) -->\n+)?```(\w+)\n([\s\S]*?)^```$/gm;
  const blocks = Array.from(text.matchAll(pattern), (match) => {
    const [found, comment, language = "", code = ""] = match;
    const before = text.slice(0, match.index + found.indexOf("```"));
    const line = before.split("\n").length;
    return { page, line, language, code, check: toCheck(comment, `${page}:${line}`) };
  });
  const fences = text.match(/^\s*(```|~~~)/gm) ?? [];
  if (fences.length !== 2 * blocks.length) {
    throw new Error(`${page}: a fence is indented, has no language, or is not \`\`\``);
  }
  return blocks.filter(({ language }) => language !== "text");
}

function toCheck(comment: string | undefined, place: string): BlockCheck {
  if (comment === undefined) return { kind: "test" };
  const [, status] = /^responds with (\d{3})$/.exec(comment) ?? [];
  if (status !== undefined) return { kind: "test", status: Number(status) };
  const [, command] = /^run by npm run (\S+)$/.exec(comment) ?? [];
  if (command !== undefined) return { kind: "command", command };
  const [, file] = /^run by (test\/\S+\.ts)$/.exec(comment) ?? [];
  if (file !== undefined) return { kind: "file", file };
  const [, reason] = /^not run: (.+)$/.exec(comment) ?? [];
  if (reason !== undefined) return { kind: "none", reason };
  throw new Error(`${place}: the comment above the block does not say how the block is checked`);
}
