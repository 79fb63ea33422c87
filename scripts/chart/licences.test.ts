import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

interface LockedPackage {
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

const permissive =
  /^(MIT|MIT-0|ISC|0BSD|Unlicense|BSD-[23]-Clause|BlueOak-1\.0\.0|CC-BY-4\.0|Apache-2\.0|Apache-2\.0 AND MIT)$/;
/** MIT by their repositories, without a field in the lock file. */
const withoutField =
  /^(@swc\/core-[\w-]+|@napi-rs\/canvas-[\w-]+|unionfs|passport-strategy|pause)$/;
/** The image library libvips, linked dynamically by sharp. */
const library = /^@img\/sharp-/;

/** Lists the packages that a workspace needs in production, as npm finds them. */
function listProduction(workspace: string): { name: string; license: string }[] {
  const found = new Set<string>();
  const open = [workspace];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = findPackage(path, name);
      if (place === null || found.has(place)) continue;
      found.add(place);
      open.push(place);
    }
  }
  return [...found].map((path) => ({
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    license: packages[path]?.license ?? "",
  }));
}

function findPackage(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === "") return null;
  }
}

function isAllowed({ name, license }: { name: string; license: string }): boolean {
  return (
    permissive.test(license) || library.test(name) || (license === "" && withoutField.test(name))
  );
}

test("API, worker and migrations have no package that must not be distributed with them", () => {
  const production = listProduction("");

  expect(production.length).toBeGreaterThan(200);
  expect(production.filter((entry) => !isAllowed(entry))).toEqual([]);
});

test("copyleft programs are a part of studio only: the ffmpeg that npm brings", () => {
  const copyleft = listProduction("studio").filter((entry) => /GPL/.test(entry.license));

  const others = copyleft.filter(({ name }) => !library.test(name));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ name }) => !name.startsWith("@ffmpeg-installer/"))).toEqual([]);
});
