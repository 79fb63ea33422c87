/** Value of a form that names nested fields in brackets: `line_items[0][price]=price_1`. */
export type FormValue = string | { readonly [name: string]: FormValue };
export type Form = Readonly<Record<string, FormValue>>;

interface Branch {
  [name: string]: string | Branch;
}

export function parseForm(text: string): Form {
  const form: Branch = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split("[").map((name) => name.replace("]", ""));
    const last = names.pop() ?? "";
    let branch = form;
    for (const name of names) {
      const next = branch[name] ?? {};
      if (typeof next === "string") throw new Error(`${path}: both a value and fields`);
      branch[name] = next;
      branch = next;
    }
    branch[last] = value;
  }
  return form;
}

/** Reads the value at a path such as `line_items.0.price`; an empty string when it is absent. */
export function textAt(form: Form, path: string): string {
  let value: FormValue | undefined = form;
  for (const name of path.split(".")) {
    value = typeof value === "object" ? value[name] : undefined;
  }
  return typeof value === "string" ? value : "";
}
