import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { checkPackage, Package } from "@arethetypeswrong/core";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { beforeAll, expect, test } from "vitest";

import { providers } from "#catalog/index.ts";
import { isSold } from "#domain/routing/lifecycle.ts";
import { useFolder } from "#test/support/fixtures.ts";

/** Folder in which the built packages are installed, next to the packages that they depend on. */
const home = useFolder("gme-client-package-");
const packages = join(home, "node_modules");
const folder = join(packages, "@gme/client");
const providerFolder = join(packages, "@gme/ai-sdk-provider");
const execute = promisify(execFile);

beforeAll(async () => {
  await mkdir(join(packages, "@ai-sdk"), { recursive: true });
  for (const name of ["@ai-sdk/provider", "typescript", "ai"]) {
    await symlink(resolve("node_modules", name), join(packages, name));
  }
  await execute(process.execPath, ["clients/typescript/build.ts", "--out", folder]);
  await execute(process.execPath, ["clients/ai-sdk/build.ts", "--out", providerFolder]);
});

const built = [
  ["the client", folder],
  ["the provider for the AI SDK", providerFolder],
] as const;

test.each(built)("the built package of %s has valid entries with types", async (_, pkgDir) => {
  const { messages } = await publint({ pkgDir, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test.each(built)(
  "the types of the built package of %s are found by every entry",
  async (_, pkgDir) => {
    const result = await checkPackage(await readPackage(pkgDir));

    if (!result.types) throw new Error("the package has no types");
    expect(Object.keys(result.entrypoints)).toContain(".");
    // The packages are ES modules, and `require` of such a module is not typed before TypeScript 5.8.
    const ofModules = result.problems.filter(
      (problem) => !("resolutionKind" in problem && ignored.has(problem.resolutionKind)),
    );
    expect(ofModules).toEqual([]);
  },
);

/** Resolutions that the profile `esm-only` of attw leaves out, too. */
const ignored = new Set(["node10", "node16-cjs"]);

async function readPackage(path: string): Promise<Package> {
  const { name, version } = JSON.parse(await readFile(join(path, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  const files: Record<string, Uint8Array> = {};
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = join("/node_modules", name, relative(path, join(entry.parentPath, entry.name)));
    files[place] = await readFile(join(entry.parentPath, entry.name));
  }
  return new Package(files, name, version);
}

test("the built provider is typed and runs where it is installed", async () => {
  const program =
    `import { createMediaEngine, type MediaEngineCallOptions } from "@gme/ai-sdk-provider";\n` +
    `import { generateImage, type ImageModel } from "ai";\n` +
    `const gme: MediaEngineCallOptions = { maxCredits: 3, parameters: { style: "ink" } };\n` +
    `const settings = { baseUrl: "http://127.0.0.1:1", apiKey: "k", retriesMax: 0 };\n` +
    `const model: ImageModel = createMediaEngine(settings).image("auto");\n` +
    `const order = { model, prompt: "a fox", maxRetries: 0, providerOptions: { gme } };\n` +
    `const error = await generateImage(order).catch((reason: Error) => reason);\n` +
    `console.log("name" in error && error.name);\n`;
  await writeFile(join(home, "package.json"), `{ "type": "module" }`);
  await writeFile(join(home, "program.ts"), program);
  const options = ["--module", "nodenext", "--strict", "--noEmit", "--skipLibCheck"];
  await execute(resolve("node_modules/.bin/tsc"), [...options, "program.ts"], { cwd: home });
  const { stdout } = await execute(process.execPath, ["program.ts"], { cwd: home });
  expect(stdout.trim()).toBe("AI_APICallError");
});

test("the built package runs without the sources of the repository", async () => {
  const program =
    `import { MediaEngine } from "${folder}/index.js";` +
    `import { fromPath } from "${folder}/node.js";` +
    `import { verify } from "${folder}/webhooks.js";` +
    `const engine = new MediaEngine({ baseUrl: "http://127.0.0.1:1", apiKey: "k", retriesMax: 0 });` +
    `const file = await fromPath("${folder}/package.json");` +
    `const error = await engine.assets.upload(file).catch(({ name }) => name);` +
    `const refused = await verify("", {}, "whsec_c2VjcmV0").catch(({ name }) => name);` +
    `process.stdout.write(error + " " + refused);`;
  const { stdout } = await execute(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout).toBe("ConnectionError WebhookVerificationError");
});

test("the built list of models types and lists the models of the catalog", async () => {
  const program =
    `import { isModelId, type ModelId, type ModelIdOf, models, modelsOf } from "@gme/client/models";\n` +
    `const painter: ModelIdOf<"text-to-image"> = "studio-image";\n` +
    `// @ts-expect-error -- the model speaks.\n` +
    `const wrong: ModelIdOf<"text-to-image"> = "studio-voice";\n` +
    `// @ts-expect-error -- no such model.\n` +
    `const unknown: ModelId = "no-such-model";\n` +
    `const speaks = modelsOf("text-to-speech").map(({ id }) => id);\n` +
    `console.log(JSON.stringify([isModelId(painter), isModelId(unknown), speaks.includes(wrong as ModelId), models.length]));\n`;
  await writeFile(join(home, "package.json"), `{ "type": "module" }`);
  await writeFile(join(home, "models.ts"), program);
  const options = ["--module", "nodenext", "--strict", "--noEmit"];
  await execute(resolve("node_modules/.bin/tsc"), [...options, "models.ts"], { cwd: home });
  const { stdout } = await execute(process.execPath, ["models.ts"], { cwd: home });
  const offered = providers
    .flatMap(({ models }) => models)
    .filter(({ lifecycle }) => isSold(lifecycle.status));
  expect(JSON.parse(stdout)).toEqual([true, false, true, offered.length]);
});

/** Limits of the bundles, minified and compressed: pages load them. */
test.each([
  ["the client", ["index.js"], 8_192],
  ["everything for a page", ["index.js", "webhooks.js"], 14_000],
])("the bundle of %s stays within its limit", async (_, entries, gzipBytesMax) => {
  expect(await bundleBytes(entries)).toBeLessThanOrEqual(gzipBytesMax);
});

async function bundleBytes(entries: readonly string[]): Promise<number> {
  const code = entries.map((entry) => `export * from "${folder}/${entry}";`).join("\n");
  const bundle = await rolldown({
    input: "entry",
    platform: "neutral",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? "\0entry" : null),
        load: (id) => (id === "\0entry" ? code : null),
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}
