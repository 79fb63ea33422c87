import { writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";

import { installRequirements } from "#scripts/clients/install-requirements.ts";
import type { CodeBlock } from "#scripts/docs/code-blocks.ts";

import {
  type DocumentWorld,
  openPageFolder,
  runAsReader,
  withEngineUrl,
} from "./document-world.ts";

/** Writes each block as a program into the folder of its page. Returns the paths of the programs. */
export async function writePrograms(
  world: DocumentWorld,
  blocks: readonly CodeBlock[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const { page, line, language, code } of blocks) {
    const extension = language === "python" ? "py" : language;
    const path = join(await openPageFolder(world, page), `line-${line}.${extension}`);
    await writeFile(path, withEngineUrl(world, code));
    paths.push(path);
  }
  return paths;
}

/** Types all programs as strictly as the sources of the repository, below which the packages are installed. */
export async function typeCheck(world: DocumentWorld): Promise<void> {
  const settings = {
    extends: resolve("tsconfig.json"),
    compilerOptions: { incremental: false },
    include: ["**/*.ts"],
    exclude: [],
  };
  await writeFile(join(world.home, "tsconfig.json"), JSON.stringify(settings));
  await runAsReader(world, resolve("node_modules/.bin/tsc"), ["-p", world.home], {
    cwd: world.home,
  });
}

/** Runs the programs of a page, each in its own process. */
export async function runTypeScript(
  world: DocumentWorld,
  programs: readonly string[],
  cwd: string,
): Promise<string> {
  const printed: string[] = [];
  for (const program of programs) {
    printed.push((await runAsReader(world, process.execPath, [program], { cwd })).stdout);
  }
  return printed.join("");
}

/** Runs the programs of a page with the Python client, in one process: each start loads its models. */
export async function runPython(
  world: DocumentWorld,
  programs: readonly string[],
  cwd: string,
): Promise<string> {
  const packages = await installRequirements("clients/python/requirements-test.txt");
  const paths = [resolve("clients/python/src"), packages].join(delimiter);
  const env = { PYTHONPATH: paths, PYTHONDONTWRITEBYTECODE: "1" };
  const run =
    "import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path, run_name='__main__')";
  const args = ["-W", "error", "-c", run, ...programs];
  return (await runAsReader(world, "python3", args, { cwd, env })).stdout;
}
