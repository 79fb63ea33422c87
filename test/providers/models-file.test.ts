import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";

import { parseModelsFile } from "#catalog/own/read-models-file.ts";
import { listCodeBlocks } from "#scripts/docs/code-blocks.ts";
import { ownCatalogOf, ownFile } from "#test/support/providers/own-catalog.ts";

const settings = new Set(["MASTER_KEY"]);

function problemsOf(text: string): readonly string[] {
  return parseModelsFile(text, settings).problems;
}

/** A file with one server and one model, with changes at the places that a test is about. */
function fileWith(change: { provider?: object; model?: object } = {}): string {
  return stringify({
    providers: [
      {
        slug: "box",
        protocol: "openai-compatible",
        baseUrl: "http://10.0.0.7:8000/v1",
        models: [{ id: "own-image", capabilities: ["text-to-image"], ...change.model }],
        ...change.provider,
      },
    ],
  });
}

test("the file of docs/own-models.md has no problem", () => {
  const [file] = listCodeBlocks().filter(
    ({ page, language }) => page === "docs/own-models.md" && language === "yaml",
  );

  expect(problemsOf(file?.code ?? "")).toEqual([]);
});

test("a file becomes rows of the catalog with the operator's prices", () => {
  const { providers, variables } = ownCatalogOf(ownFile("http://10.0.0.7:8000/v1"));

  expect(variables).toEqual(["GPU_BOX_AUTH"]);
  expect(providers).toMatchObject([
    { slug: "gpu-box", tier: "own", baseUrl: "http://10.0.0.7:8000/v1", integrated: true },
  ]);
  expect(providers[0]?.models.map(({ id, credits }) => [id, credits.typical, credits.max])).toEqual(
    [
      ["sd-turbo-own", 2, 8],
      ["kokoro-own", 1, 5],
      ["whisper-own", 1, 30],
      ["wan-own", 5, 10],
    ],
  );
});

test("one credit is the price that a file does not state", () => {
  const [provider] = ownCatalogOf(fileWith()).providers;

  expect(provider?.models[0]).toMatchObject({
    credits: { typical: 1, min: 1, max: 1 },
    quality: 2,
  });
});

const mistakes: readonly [problem: string, text: string][] = [
  ["3:5 providers[0].protocol", fileWith({ provider: { protocol: "grpc" } })],
  ['2:5 providers[0].slug: "openai" is a provider', fileWith({ provider: { slug: "openai" } })],
  [
    '2:5 providers[0].slug: "google-cloud" is a provider',
    fileWith({ provider: { slug: "google-cloud" } }),
  ],
  ["2:5 providers[0].slug: must be lower-case", fileWith({ provider: { slug: "My Box" } })],
  [
    "4:5 providers[0].baseUrl: must not be a link-local",
    fileWith({ provider: { baseUrl: "http://169.254.169.254/v1" } }),
  ],
  [
    "4:5 providers[0].baseUrl: must have no user name",
    fileWith({ provider: { baseUrl: "http://a:b@10.0.0.7/v1" } }),
  ],
  [
    "4:5 providers[0].baseUrl: must be an http",
    fileWith({ provider: { baseUrl: "file:///etc/passwd" } }),
  ],
  [
    "providers[0].headersEnv.Authorization: MASTER_KEY is a setting",
    fileWith({ provider: { headersEnv: { Authorization: "MASTER_KEY" } } }),
  ],
  [
    "providers[0].headersEnv.Host: is a header that the engine sets",
    fileWith({ provider: { headersEnv: { Host: "BOX_HOST" } } }),
  ],
  [
    "providers[0].headersEnv.Authorization: must be the name of an environment",
    fileWith({ provider: { headersEnv: { Authorization: "Bearer abc" } } }),
  ],
  [
    '6:9 providers[0].models[0].id: "gpt-image-2" is a model',
    fileWith({ model: { id: "gpt-image-2" } }),
  ],
  [
    'providers[0].models[0].offers: own-image offers "veo-9", which is no canonical model',
    fileWith({ model: { offers: "veo-9" } }),
  ],
  [
    "providers[0].models[0].offers: own-image makes image, and veo-3.1 makes video",
    fileWith({ model: { offers: "veo-3.1" } }),
  ],
  ["providers[0].models[0].credits", fileWith({ model: { credits: 31 } })],
  ["providers[0].models[0].colour: is not a field", fileWith({ model: { colour: "red" } })],
  [
    "providers[0].models[0].capabilities[0]: must be one of",
    fileWith({ model: { capabilities: ["upscaling"] } }),
  ],
  [
    "providers[0].models[0].capabilities: must all make the same kind",
    fileWith({ model: { capabilities: ["text-to-image", "text-to-video"] } }),
  ],
  ["providers[0].models[0].priced: names no quantity", fileWith({ model: { priced: {} } })],
  [
    "providers[0].models[0].priced.seconds: an image has no seconds",
    fileWith({ model: { priced: { seconds: 5 } } }),
  ],
  [
    "providers[0].models[0].parameters.lora_path: names a file or a URL",
    fileWith({ model: { parameters: { lora_path: {} } } }),
  ],
  [
    "providers[0].models[0].parameters.image_url: names a file or a URL",
    fileWith({ model: { parameters: { image_url: { role: "style" } } } }),
  ],
  [
    "providers[0].models[0].parameters.model: is a field that the engine sets",
    fileWith({ model: { parameters: { model: {} } } }),
  ],
  [
    "providers[0].models[0].parameters.response_format: is a field that the engine sets",
    fileWith({ model: { parameters: { response_format: { enum: ["url"] } } } }),
  ],
  [
    "providers[0].models[0].parameters.size: default big",
    fileWith({ model: { parameters: { size: { enum: ["1x1"], default: "big" } } } }),
  ],
  [
    "providers[0].models[0].parameters.image: a file has no default",
    fileWith({ model: { parameters: { image: { role: "image", default: "/etc/passwd" } } } }),
  ],
  ["3:1 Sequence item without - indicator", "providers:\n  - slug: a\n   b: c\n"],
  ["Map keys must be unique", "providers: []\nproviders: []\n"],
  ['3:1 "__proto__" cannot be the name', "a: &a { b: 1 }\nproviders: []\n__proto__: *a\n"],
  ["file: ", ""],
];

test.each(mistakes)("a mistake in a file is reported at its place: %s", (problem, text) => {
  expect(problemsOf(text).join("\n")).toContain(problem);
});

test("all problems of a file are named at once, and no value of a variable", () => {
  const text = fileWith({
    provider: { slug: "openai" },
    model: { id: "gpt-image-2", parameters: { file_path: {} } },
  });

  expect(problemsOf(text)).toHaveLength(3);
});

test("two servers cannot have the same slug, nor two models the same id", () => {
  const [, entry = ""] = fileWith().split("providers:\n");
  const problems = problemsOf(`providers:\n${entry}${entry}`).join("\n");

  expect(problems).toContain('"box" is listed twice');
  expect(problems).toContain('"own-image" is listed twice');
});

test.each(["__proto__", "constructor", "a.__proto__.b", "a[0]", "-x", "a..b", "x-role"])(
  "a parameter cannot be called %s",
  (name) => {
    const text = fileWith().trimEnd();
    const problems = problemsOf(
      `${text}\n        parameters: { ${JSON.stringify(name)}: { type: integer } }\n`,
    );

    expect(problems).not.toEqual([]);
    expect(({} as Record<string, unknown>)["b"]).toBeUndefined();
  },
);

test("aliases cannot make a small file huge", () => {
  const bomb = ["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"];
  for (let level = 1; level < 9; level += 1) {
    const former = String.fromCodePoint(96 + level);
    const name = String.fromCodePoint(97 + level);
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${former}`).join(", ")}]`);
  }
  expect(problemsOf(`${bomb.join("\n")}\nproviders: *i\n`)).not.toEqual([]);
});

test("the digest of a server depends on its entry, not on comments or the order of fields", () => {
  const digest = (text: string) => ownCatalogOf(text).providers[0]?.connection?.digest;
  const text = fileWith();
  const reordered = text
    .replace("    protocol: openai-compatible\n", "")
    .replace(
      "    baseUrl:",
      "    # The box under the desk.\n    protocol: openai-compatible\n    baseUrl:",
    );

  expect(digest(reordered)).toBe(digest(text));
  expect(digest(fileWith({ model: { credits: 2 } }))).not.toBe(digest(text));
});

const name = fc.oneof(
  fc.constantFrom(
    "slug",
    "models",
    "baseUrl",
    "providers",
    "id",
    "parameters",
    "capabilities",
    "credits",
    "priced",
    "role",
    "enum",
    "headersEnv",
    "protocol",
    "default",
  ),
  fc.string({ maxLength: 8 }),
);
const leaf = fc.oneof(
  fc.constantFrom(
    "openai-compatible",
    "text-to-image",
    "http://10.0.0.7",
    "box",
    "a-1",
    "prompt",
    "images",
  ),
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 6 }),
  ),
})).value;

test("no file makes the reader throw: it becomes rows, or its problems are named by place", () => {
  const text = fc.oneof(
    fc.string(),
    tree.map((value) => stringify(value)),
    tree.map((value) => stringify({ providers: [value] })),
    fc.tuple(tree, tree).map(([provider, model]) =>
      fileWith({
        provider: typeof provider === "object" ? (provider ?? {}) : {},
        model: typeof model === "object" ? (model ?? {}) : {},
      }),
    ),
    // A valid file with one piece replaced.
    fc.tuple(fc.nat(), fc.nat({ max: 30 }), fc.string()).map(([at, length, piece]) => {
      const whole = ownFile("http://10.0.0.7:8000/v1");
      const start = at % whole.length;
      return whole.slice(0, start) + piece + whole.slice(start + length);
    }),
  );
  fc.assert(
    fc.property(text, (each) => {
      const { own, problems } = parseModelsFile(each, settings);
      expect(own === null).toBe(problems.length > 0);
      for (const problem of problems) expect(problem).toMatch(/^(\d+:\d+ |and \d+ more)/);
    }),
    { numRuns: 500 },
  );
});
