import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { judgeText, presentFinding, type Finding } from "./language/judge-text.ts";
import { readTexts } from "./language/read-texts.ts";

/**
 * Counts private idioms and relative-clause openings in comments, error messages, OpenAPI texts, docs and
 * test titles. `--list` prints each place, a path prefix selects files. Exit code 1 above the limits.
 */
const idiomsMaxPercent = 0.5;
const openingsMaxPercent = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false } },
});

interface Count {
  texts: number;
  idiom: number;
  opening: number;
}

const total: Count = { texts: 0, idiom: 0, opening: 0 };
const counts = new Map<string, Count>();
for (const path of listFiles(positionals[0] ?? "")) {
  for (const text of readTexts(path, readFileSync(path, "utf8"))) {
    const findings = judgeText(path, text);
    const row = /(?:^|\/)studio\//.test(path) ? "studio" : text.kind;
    if (!counts.has(row)) counts.set(row, { texts: 0, idiom: 0, opening: 0 });
    for (const count of [total, counts.get(row)]) if (count !== undefined) add(count, findings);
    if (!values.list) continue;
    for (const finding of findings) process.stdout.write(`${presentFinding(path, finding)}\n`);
  }
}
for (const [row, count] of counts) process.stdout.write(toRow(row, count));
process.stdout.write(toRow("total", total));
const isOver =
  percent(total.idiom, total) > idiomsMaxPercent ||
  percent(total.opening, total) > openingsMaxPercent;
if (isOver) {
  process.stderr.write(
    `Allowed: idioms ${idiomsMaxPercent} %, openings ${openingsMaxPercent} %. Places: node scripts/check-language.ts --list [path prefix]\n`,
  );
  process.exitCode = 1;
}

function listFiles(prefix: string): string[] {
  const options = { encoding: "utf8", maxBuffer: 64 * 1024 ** 2 } as const;
  const output = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], options);
  const files = output.split("\n").filter((path) => path !== "" && path.startsWith(prefix));
  // A link to a folder is listed like a file.
  return files.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Counts a text once per kind of finding. */
function add(count: Count, findings: readonly Finding[]): void {
  count.texts += 1;
  for (const kind of ["idiom", "opening"] as const) {
    if (findings.some((finding) => finding.kind === kind)) count[kind] += 1;
  }
}

function toRow(name: string, count: Count): string {
  const share = (part: number) => `${part} (${percent(part, count).toFixed(1)} %)`.padStart(16);
  const texts = String(count.texts).padStart(6);
  return `${name.padEnd(14)}${texts} texts, idioms${share(count.idiom)}, openings${share(count.opening)}\n`;
}

function percent(part: number, { texts }: Count): number {
  return texts === 0 ? 0 : (100 * part) / texts;
}
