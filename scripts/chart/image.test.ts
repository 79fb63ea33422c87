import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";

import { entryOf, type Image, images, readDockerfile, stagesOf } from "./image.ts";

/** Files that an image runs besides its own command. */
const furtherEntries: Readonly<Record<Image, readonly string[]>> = {
  api: ["api/metrics/exporter.ts"],
  worker: ["temporal/setup/main.ts"],
  migrate: ["db/setup/bootstrap-local.ts", "db/setup/make-operator.ts"],
  studio: [],
};

interface Imports {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

/** Follows the imports of a file, without those of types. */
function followImports(entries: readonly string[]): Imports {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!file.endsWith(".ts")) continue;
    for (const name of specifiersOf(readFileSync(file, "utf8"))) {
      if (name.startsWith("node:")) continue;
      if (name.startsWith("#")) open.push(name.slice(1));
      else if (name.startsWith(".")) open.push(normalize(join(dirname(file), name)));
      else packages.add(name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
    }
  }
  return { files, packages };
}

function specifiersOf(source: string): string[] {
  const statements = source.matchAll(
    /^(?:import|export) (?!type )(?:[^;"]*? from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...statements].flatMap(([, name, dynamic]) => name ?? dynamic ?? []);
}

function isCopied(file: string, copied: readonly string[]): boolean {
  return copied.some((path) => file === path || file.startsWith(`${path}/`));
}

test.each(images)("the image %s has every file that its processes import", (image) => {
  const { copied = [] } = stagesOf(image).at(-1) ?? {};
  const { files } = followImports([entryOf(image), ...furtherEntries[image]]);

  expect(files.size).toBeGreaterThan(5);
  expect([...files].filter((file) => !isCopied(file, copied))).toEqual([]);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
});

test("the stage that builds the workflow bundle has every file that it imports", () => {
  const stage = stagesOf("worker").find(({ name }) => name === "bundle");
  const { files } = followImports(["scripts/build-bundle.ts", "workflows/index.ts"]);

  expect([...files].filter((file) => !isCopied(file, stage?.copied ?? []))).toEqual([]);
});

test.each(images.filter((image) => image !== "studio"))(
  "the image %s keeps every package that its processes import",
  (image) => {
    const script = readFileSync("docker/prune-modules.sh", "utf8");
    const [, own = ""] = new RegExp(`^  ${image}\\)([^;]+);;`, "m").exec(script) ?? [];
    const removed = [...script.split("case $image")[0]!.split("\n"), ...own.split("\n")]
      .filter((line) => /^\s*(rm -rf|@)/.test(line))
      .flatMap((line) => line.trim().split(/\s+/))
      .filter((word) => /^[@\w]/.test(word) && word !== "rm");
    const { packages } = followImports([entryOf(image), ...furtherEntries[image]]);

    expect(removed).toContain("@swc");
    expect([...packages].filter((name) => isCopied(name, removed))).toEqual([]);
  },
);

test.each(images)("the image %s runs as a user that Kubernetes knows not to be root", (image) => {
  expect(readDockerfile(image)).toMatch(/^USER 1000:1000$/m);
});

test("compose runs files of its images, and the same processes as the chart", () => {
  const { services } = parse(readFileSync("docker-compose.yml", "utf8"), { merge: true }) as {
    services: Record<string, { image: string; command?: string[]; environment?: object }>;
  };
  const own = Object.entries(services).filter(([, { image }]) =>
    image.startsWith("generative-media-engine/"),
  );

  const commands = own.map(([, { command = [] }]) => command.join(" "));
  const entries = commands.flatMap((command) => command.match(/[\w/-]+\.ts/g) ?? []);
  expect(entries).toContain("api/metrics/exporter.ts");
  expect(entries.filter((file) => !existsSync(file))).toEqual([]);
  expect(own.map(([name]) => name).toSorted()).toEqual([
    "api",
    "exporter",
    "migrate",
    "owner",
    "studio",
    "temporal-namespace",
    "worker",
  ]);
  expect(services["api"]?.environment).toMatchObject({ ENGINE_METRICS: "off" });
});
