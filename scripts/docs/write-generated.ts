import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Writes generated documents, keyed by their path in the repository. A check, by default with `--check` on the command line,
 * reports the outdated ones and exits with 1.
 */
export async function writeGenerated(
  files: Readonly<Record<string, string>>,
  {
    command = "npm run docs",
    isCheck = process.argv.includes("--check"),
  }: { command?: string; isCheck?: boolean } = {},
): Promise<void> {
  const stale: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    if ((await readFile(path, "utf8").catch(() => "")) === text) continue;
    stale.push(name);
    if (isCheck) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  if (stale.length === 0 || !isCheck) return;
  const verb = stale.length === 1 ? "is" : "are";
  process.stderr.write(`${stale.join(" and ")} ${verb} out of date: run \`${command}\`.\n`);
  process.exitCode = 1;
}
