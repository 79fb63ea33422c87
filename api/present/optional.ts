/** Includes a field only when it has a value. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value,
): { [Key in Name]?: NonNullable<Value> } {
  return (value == null ? {} : { [name]: value }) as { [Key in Name]?: NonNullable<Value> };
}
