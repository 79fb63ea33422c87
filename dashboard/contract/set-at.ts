/** Keys and indexes that lead from a document to a value. */
export type Path = readonly (string | number)[];

/** Replaces the value at a path; `undefined` removes a key. */
export function setAt<Value>(container: Value, path: Path, value: unknown): Value {
  const [key, ...rest] = path;
  if (key === undefined) return value as Value;
  if (Array.isArray(container)) {
    return container.map((each: unknown, index) =>
      index === key ? setAt(each, rest, value) : each,
    ) as Value;
  }
  const object = (container ?? {}) as Record<string, unknown>;
  const next = setAt(object[key], rest, value);
  if (next === undefined) {
    const { [key]: _removed, ...others } = object;
    return others as Value;
  }
  return { ...object, [key]: next } as Value;
}

/** Path of a JSON pointer, with numbers as indexes. */
export function toPath(pointer: string): Path {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
