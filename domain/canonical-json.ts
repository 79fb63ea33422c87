/**
 * Serializes a value with sorted field names, so that the order of fields does not matter. Recursive: for
 * bodies of limited depth only.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortFields(value));
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== "object" || value === null) return value ?? null;
  // An object without a prototype, so that a field named `__proto__` is a plain field.
  const sorted = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(value).toSorted()) {
    sorted[name] = sortFields(value[name as keyof typeof value]);
  }
  return sorted;
}
