import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { beforeAll, expect, test } from "vitest";

import { installRequirements } from "#scripts/clients/install-requirements.ts";
import { listCodeBlocks } from "#scripts/docs/code-blocks.ts";
import { useFolder } from "#test/support/fixtures.ts";

/** The Python client as a package: types, style, and what is built from it. */
const folder = useFolder("gme-python-package-");
const source = resolve("clients/python");
const version = /"version": "([^"]+)"/;

let packages: string;

beforeAll(async () => {
  packages = await installRequirements("clients/python/requirements-test.txt");
});

async function execute(
  command: string,
  args: readonly string[],
  { cwd = source, paths = [packages] }: { cwd?: string; paths?: readonly string[] } = {},
): Promise<string> {
  const env = { ...process.env, PYTHONPATH: paths.join(":"), PYTHONDONTWRITEBYTECODE: "1" };
  return promisify(execFile)(command, args, { cwd, env }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
    },
  );
}

test("the sources follow ruff", async () => {
  const ruff = join(packages, "bin", "ruff");
  await execute(ruff, ["check", "--no-cache"]);
  await execute(ruff, ["format", "--check", "--no-cache"]);
});

test("sources, tests and the programs of the README are strictly typed", async () => {
  const programs = listCodeBlocks().filter(
    ({ page, language }) => page === "clients/python/README.md" && language === "python",
  );
  const checked = join(folder, "programs");
  await mkdir(checked);
  for (const { line, code } of programs) {
    await writeFile(join(checked, `line_${line}.py`), code);
  }
  const include = [join(source, "src"), join(source, "tests"), checked];
  const settings = {
    extends: relative(checked, join(source, "pyrightconfig.json")),
    include: include.map((path) => relative(checked, path)),
    extraPaths: [join(source, "src"), packages],
  };
  await writeFile(join(checked, "pyrightconfig.json"), JSON.stringify(settings));

  const pyright = fileURLToPath(import.meta.resolve("pyright/index.js"));
  const output = await execute(process.execPath, [pyright, "-p", checked, "--outputjson"]);
  const { summary } = JSON.parse(output) as { summary: Record<string, number> };
  expect(summary).toMatchObject({ errorCount: 0, warningCount: 0 });
  expect(programs.length).toBeGreaterThanOrEqual(7);
  expect(summary["filesAnalyzed"]).toBeGreaterThan(35 + programs.length);
});

test("wheel and source distribution are complete and have the version of the engine", async () => {
  const built = join(folder, "built");
  await execute("python3", ["-m", "hatchling", "build", "-d", built]);
  const [, expected = ""] = version.exec(await readFile("package.json", "utf8")) ?? [];
  const wheel = `gme_client-${expected}-py3-none-any.whl`;
  expect((await readdir(built)).toSorted()).toEqual([wheel, `gme_client-${expected}.tar.gz`]);

  const installed = join(folder, "installed");
  const offline = ["--no-index", "--no-deps", "--no-compile", "--quiet", "--target", installed];
  await execute("python3", ["-m", "pip", "install", ...offline, join(built, wheel)]);
  const program =
    "import gme_client, gme_client.webhooks, importlib.metadata, pathlib; " +
    "files = [str(file) for file in importlib.metadata.files('gme-client')]; " +
    "print(gme_client.__version__, importlib.metadata.version('gme-client')); " +
    "print('gme_client/py.typed' in files, any('test' in file for file in files)); " +
    "print(importlib.metadata.metadata('gme-client')['License-Expression'])";
  const paths = [installed, packages];
  expect(await execute("python3", ["-c", program], { cwd: folder, paths })).toBe(
    `${expected} ${expected}\nTrue False\nApache-2.0\n`,
  );
  expect(await readFile(join(source, "LICENSE"), "utf8")).toBe(await readFile("LICENSE", "utf8"));

  const names = await execute("tar", ["-tzf", `gme_client-${expected}.tar.gz`], { cwd: built });
  expect(names.split("\n")).toContain(`gme_client-${expected}/src/gme_client/_sync/client.py`);
});
