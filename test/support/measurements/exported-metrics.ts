import { selectorsOf } from "./promql.ts";

/** Lists metrics and labels of expressions that none of the scraped texts has. Names with a colon are recorded by rules. */
export function listMissingMetrics(
  texts: readonly string[],
  expressions: readonly string[],
): string[] {
  const families = readFamilies(texts.flatMap((text) => text.split("\n")));
  const missing = expressions.flatMap(selectorsOf).flatMap(({ metric, labels }) => {
    if (metric.startsWith("gme:")) return [];
    const samples = families.get(familyOf(metric, families));
    if (samples === undefined) return [metric];
    // Prometheus adds the label of the process. A metric without samples, as long as nothing is wrong, shows no labels.
    const absent = labels.filter(
      (label) => label !== "instance" && !samples.some((sample) => sample.includes(`${label}="`)),
    );
    return samples.length === 0 ? [] : absent.map((label) => `${metric}{${label}}`);
  });
  return [...new Set(missing)];
}

function readFamilies(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const families = new Map<string, string[]>();
  for (const line of lines) {
    const [, family] = /^# TYPE (\S+)/.exec(line) ?? [];
    const [, sample = ""] = /^([\w:]+)/.exec(line) ?? [];
    if (family !== undefined) families.set(family, families.get(family) ?? []);
    families.get(familyOf(sample, families))?.push(line);
  }
  return families;
}

/** Samples of a histogram have the name of their family with a suffix. */
function familyOf(sample: string, families: ReadonlyMap<string, unknown>): string {
  const base = sample.replace(/_(bucket|count|sum)$/, "");
  return families.has(base) ? base : sample;
}
