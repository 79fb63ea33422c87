import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

/** A function or trigger as `db/sql` defines it. */
export interface Definition {
  readonly kind: "function" | "trigger";
  /** Name for `drop` and `comment on`; for a trigger `<name> on <table>`. */
  readonly name: string;
  readonly statement: string;
  /** Stored as the comment of the object, which names the file and shows when the statement has changed. */
  readonly comment: string;
}

const folder = new URL("../sql/", import.meta.url);

/** Reads all definitions: the functions first, because triggers of any file may execute them. */
export async function readDefinitions(): Promise<Definition[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const definitions: Definition[] = [];
  for (const file of files) {
    definitions.push(
      ...parseDefinitions(`db/sql/${file}`, await readFile(new URL(file, folder), "utf8")),
    );
  }
  return [
    ...definitions.filter(({ kind }) => kind === "function"),
    ...definitions.filter(({ kind }) => kind === "trigger"),
  ];
}

/** Splits a file at each line that begins with `create`. Throws for a statement that defines something else. */
export function parseDefinitions(path: string, source: string): Definition[] {
  const statements = source.split(/^(?=create\s)/m).map(withoutComments);
  return statements.filter(Boolean).map((statement) => {
    const name = nameOf(statement);
    if (name === undefined) throw new Error(`${path} has an unknown statement: ${statement}`);
    const hash = createHash("sha256").update(statement).digest("hex").slice(0, 16);
    return { ...name, statement, comment: `${path} ${hash}` };
  });
}

/** Removes the comments after the statement, which belong to the next one. */
function withoutComments(part: string): string {
  const lines = part.split("\n");
  const last = lines.findLastIndex((line) => line !== "" && !line.startsWith("--"));
  return lines.slice(0, last + 1).join("\n");
}

function nameOf(statement: string): Pick<Definition, "kind" | "name"> | undefined {
  const routine = /^create or replace function (\w+)\([^;]+ as \$\$\s[\s\S]+\$\$;$/.exec(statement);
  if (routine?.[1] !== undefined) return { kind: "function", name: routine[1] };
  const trigger = /^create (?:or replace|constraint) trigger (\w+)\s[^;]*?\son (\w+)\s[^;]+;$/.exec(
    statement,
  );
  if (trigger === null) return undefined;
  return { kind: "trigger", name: `${trigger[1]} on ${trigger[2]}` };
}
