/** The same text for two values that differ in the order of their fields only. Recursive: for bodies of limited depth. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortFields(value));
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== "object" || value === null) return value ?? null;
  // Without a prototype, so that a field named like one of its members is a field.
  const sorted = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(value).toSorted()) {
    sorted[name] = sortFields(value[name as keyof typeof value]);
  }
  return sorted;
}
