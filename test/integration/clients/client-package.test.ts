import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { publint } from "publint";
import { rolldown } from "rolldown";
import { beforeAll, expect, test } from "vitest";

import { useFolder } from "#test/support/fixtures.ts";

const folder = useFolder("gme-client-package-");

beforeAll(async () => {
  const build = ["clients/typescript/build.ts", "--out", folder];
  await promisify(execFile)(process.execPath, build);
});

test("the built package has valid entries with types", async () => {
  const { messages } = await publint({ pkgDir: folder, pack: false, strict: true });
  expect(messages).toEqual([]);
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
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    program,
  ]);
  expect(stdout).toBe("ConnectionError WebhookVerificationError");
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
