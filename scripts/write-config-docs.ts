import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { describeSettings } from "#config.ts";

/** Writes docs/configuration.md and .env.example; with `--check` only says whether they are up to date. */
const settings = describeSettings();
const files = { "docs/configuration.md": toMarkdown(), ".env.example": toExample() };

const stale: string[] = [];
for (const [name, text] of Object.entries(files)) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  if ((await readFile(path, "utf8").catch(() => "")) === text) continue;
  stale.push(name);
  if (!process.argv.includes("--check")) await writeFile(path, text);
}
if (stale.length > 0 && process.argv.includes("--check")) {
  const verb = stale.length === 1 ? "is" : "are";
  process.stderr.write(`${stale.join(" and ")} ${verb} out of date: run \`npm run docs\`.\n`);
  process.exitCode = 1;
}

function toMarkdown(): string {
  const rows = settings.map((setting) => [
    code(setting.name),
    setting.default === "" ? "" : code(setting.default),
    escapeMarkdown(setting.description),
  ]);
  return `# Configuration

Every setting is an environment variable, and none has to be set. An empty one counts as not set. A process reads them once, when it starts; what is wrong is named in one sentence, and the process ends with code 1.

This page is made by \`npm run docs\` from [config.ts](../config.ts), the only place that reads the engine's environment. Studio, a process of its own, has [settings of its own](../studio/settings.ts).

${toTable(["variable", "default", "meaning"], rows)}
`;
}

/** Columns as wide as their widest cell, which is how the formatter wants them. */
function toTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows].map(line).join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

/** A word in angle brackets would be read as a tag. */
function escapeMarkdown(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<");
}

function toExample(): string {
  const entries = settings.map(({ name, description, default: value }) => {
    return `# ${description}\n#${name}=${value}\n`;
  });
  const head = `# Every setting with its default. Take away the # before the ones to change.
# Made by "npm run docs" from config.ts.
`;
  return [head, ...entries].join("\n");
}
