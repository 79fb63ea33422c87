/** Names and positions that lead to a value within JSON. */
export type JsonPath = readonly (string | number)[];

/** Writes a path as a JSON pointer (RFC 6901). */
export function toPointer(path: JsonPath): string {
  return path
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
