/** Joins the names of classes and leaves out those whose condition is false. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
