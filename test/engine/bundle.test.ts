import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { loadWorkflowBundle } from "#activities/worker/workflow-bundle.ts";

let folder: string;
let bundles: { code: string; buildId: string }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gme-bundle-"));
  bundles = await Promise.all([loadWorkflowBundle(folder), loadWorkflowBundle(folder)]);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Module names in a bundle: webpack writes each name before its module. */
function listModules(code: string): string[] {
  return [...code.matchAll(/^\/\*\*\*\/ "([^"]+)"/gm)].map((match) => match[1] ?? "");
}

/** The sandbox's runtime. A module of any other package is an error unless it is justified here. */
const runtime = /^\.\/node_modules\/(@temporalio\/(common|workflow)|nexus-rpc|ms|long)\//;
/** Placeholder that webpack writes for optional modules that are left out. */
const leftOut = /^\?/;

test("a bundle contains only workflows, decisions and the sandbox's runtime packages", () => {
  const modules = listModules(bundles[0]?.code ?? "");

  const ours = modules.filter((name) => !runtime.test(name) && !leftOut.test(name));
  expect(ours).toEqual(expect.arrayContaining(["./workflows/index.ts", "./domain/errors.ts"]));
  expect(
    ours.filter((name) => !/^\.\/(workflows|domain)\/([a-z-]+\/)?[a-z-]+\.ts$/.test(name)),
  ).toEqual([]);
});

test("a bundle contains no zod, LangChain, MikroORM or built-in module of Node.js", () => {
  const modules = listModules(bundles[0]?.code ?? "");

  expect(
    modules.filter((name) => /zod|langchain|mikro-orm|^node:|node_modules\/pg\//.test(name)),
  ).toEqual([]);
  expect(bundles[0]?.code).not.toMatch(/require\("(node:)?(fs|net|http|crypto|child_process)"\)/);
});

test("a bundle is smaller than 2 MB, so each cached workflow stays small", () => {
  expect(Buffer.byteLength(bundles[0]?.code ?? "")).toBeLessThan(2_000_000);
});

test("two concurrent builds are identical, complete and alone in the cache", async () => {
  expect(bundles[1]?.buildId).toBe(bundles[0]?.buildId);
  expect(bundles[0]?.buildId).toMatch(/^[0-9a-f]{16}$/);

  const files = await readdir(join(folder, "workflows"));
  expect(files).toEqual([`${bundles[0]?.buildId}.js`]);
});

test("the next start reads the bundle from the cache", async () => {
  const file = join(folder, "workflows", `${bundles[0]?.buildId}.js`);
  const before = await stat(file);

  const again = await loadWorkflowBundle(folder);

  expect(bundles.map((bundle) => bundle.code)).toContain(again.code);
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
});
