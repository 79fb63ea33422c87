import { execFile } from "node:child_process";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A value on the wire and the expression of its type in the official client. */
export interface TypedValue {
  readonly about: string;
  readonly type: string;
  readonly value: unknown;
}

const root = new URL("../../../", import.meta.url).pathname;
const compiler = join(root, "node_modules/.bin/tsc");
const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Stands for a file of a form. */
export const fileMark = "\u0000file";

/**
 * Compiles values as literals of official types. Returns the problems: a field, a value or an omission that a
 * type forbids. `imports` are the lines that the types need.
 */
export async function problemsByType(
  imports: readonly string[],
  values: readonly TypedValue[],
): Promise<string[]> {
  const cache = join(root, ".cache");
  await mkdir(cache, { recursive: true });
  // Inside the project, so that the packages are found.
  const folder = await mkdtemp(join(cache, "official-types-"));
  try {
    const lines = values.map(({ type, value }) => `(${toSource(value)}) satisfies ${type};`);
    const source = [imports.join(" "), ...lines].join("\n");
    await writeFile(join(folder, "values.mts"), source);
    const config = JSON.stringify({ compilerOptions, files: ["values.mts"] });
    await writeFile(join(folder, "tsconfig.json"), config);
    const output = await compile(folder);
    return output.split("\n").flatMap((line) => {
      const [, at, message] = /values\.mts\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
      if (at === undefined) return [];
      return [`${values[Number(at) - 2]?.about ?? "imports"}: ${message}`];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(folder: string): Promise<string> {
  try {
    await promisify(execFile)(compiler, ["-p", folder, "--pretty", "false"]);
    return "";
  } catch (error) {
    const { stdout } = error as { stdout?: unknown };
    if (typeof stdout === "string" && stdout !== "") return stdout;
    throw error;
  }
}

function toSource(value: unknown): string {
  return JSON.stringify(value).replaceAll(JSON.stringify(fileMark), "({} as File)");
}
