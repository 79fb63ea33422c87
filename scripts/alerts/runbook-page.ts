import { alarms } from "./alarms.ts";
import { slos } from "./slos.ts";

export const runbookFile = "docs/runbook.md";
const isAlarmLine = (line: string) => /^Alarms?: /.test(line);

interface Section {
  readonly anchor: string;
  readonly text: string;
}

/** Sections of the runbook, with their anchors. */
export function sectionsOf(page: string): Section[] {
  return page
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({ anchor: toAnchor(text.split("\n")[0]!.slice(3)), text }));
}

/** Names, below each heading of the runbook, the alarms that lead there. Throws for an alarm without a section. */
export function withAlarmNames(page: string): string {
  const names = namesByAnchor();
  const [intro = ""] = page.split(/^(?=## )/m);
  const sections = sectionsOf(page);
  const known = new Set(sections.map(({ anchor }) => anchor));
  for (const anchor of names.keys()) {
    if (!known.has(anchor)) throw new Error(`${runbookFile} has no section #${anchor}`);
  }
  return intro + sections.map((section) => renderSection(section, names)).join("");
}

function renderSection({ anchor, text }: Section, names: ReadonlyMap<string, string[]>): string {
  const [heading = "", ...rest] = text.split("\n");
  const body = rest.filter((line) => !isAlarmLine(line)).join("\n");
  const own = names.get(anchor);
  if (own === undefined) return `${heading}\n${body.replace(/^\n+/, "\n")}`;
  const line = `${own.length === 1 ? "Alarm" : "Alarms"}: ${own.join(", ")}.`;
  return `${heading}\n\n${line}\n${body.replace(/^\n+/, "\n")}`;
}

function namesByAnchor(): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>();
  const add = (anchor: string, name: string) =>
    names.set(anchor, [...(names.get(anchor) ?? []), name]);
  for (const { runbook, title, severity } of alarms) add(runbook, `${title} (${severity})`);
  for (const { runbook, name } of slos) add(runbook, `error budget of ${name} (page, ticket)`);
  return names;
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}
