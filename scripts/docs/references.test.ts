import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

const ignored = new Set([".git", ...read(".gitignore").split("\n").map(withoutSlash)]);
const files = [...listFiles("")];
const known = new Set(files);
/** Source files may be named without their folder; Markdown pages may not. */
const baseNames = new Set(
  files.map((file) => basename(file)).filter((name) => !name.endsWith(".md")),
);
const pages = files.filter((file) => file.endsWith(".md"));
const sources = files.filter((file) => file.endsWith(".ts"));
const decisions = pages.filter((file) => /^docs\/decisions\/\d/.test(file));

/** Matches names of files, and of nested folders, as pages and comments write them. */
const names = /(?<![\w./#*>-])(?:\w[\w./-]*\.(?:md|ts|sql|ya?ml)\b|\w[\w.-]*\/[\w./-]+\/(?=`))/g;
const links = /(?<=\]\()(?<path>[^)\s#:]*)(?:#(?<anchor>[^)\s]+))?(?=\))/g;
/** Written by `npm run providers:check`. */
const writtenLater = new Set(["report.md"]);

test("every link leads to a file and a heading of the repository", () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter(({ target, anchor }) => {
        if (!isPath(target)) return true;
        return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
      })
      .map(({ link }) => `${page}: ${link}`),
  );

  expect(broken).toEqual([]);
});

test("every file and folder that a page names is in the repository", () => {
  const broken = pages.flatMap((page) => missing(page, read(page).replaceAll(links, "")));

  expect(broken).toEqual([]);
});

test("every file and folder that a comment names is in the repository", () => {
  const broken = sources.flatMap((source) => missing(source, commentsOf(read(source))));

  expect(broken).toEqual([]);
});

test("docs/README.md lists every page of docs/", () => {
  const listed = linksOf("docs/README.md").map(({ target }) => target);
  const expected = pages.filter((page) => dirname(page) === "docs" && page !== "docs/README.md");

  expect(expected.filter((page) => !listed.includes(page))).toEqual([]);
});

test("docs/decisions/README.md lists every decision with its title and a status", () => {
  const rows = read("docs/decisions/README.md").matchAll(
    /^\| \[(\d{4})\]\(([^)]+)\) +\| (.+?) +\| (?:Accepted|Superseded by \d{4}) +\|$/gm,
  );
  const listed = [...rows].map(([, number, file, title]) => [file, `# ${number}. ${title}`]);

  expect(listed).toEqual(decisions.map((page) => [basename(page), read(page).split("\n", 1)[0]]));
});

test(".nvmrc names the version of Node.js that package.json pins", () => {
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: { node: string } };

  expect(read(".nvmrc").trim()).toBe(dependencies.node);
});

/** Files below a folder, without those that .gitignore leaves out. */
function* listFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (ignored.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else yield path;
  }
}

/** Relative links of a page, with the files that they lead to. */
function linksOf(page: string): { link: string; target: string; anchor: string | undefined }[] {
  const text = read(page).replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(links)].map(({ 0: link, groups }) => {
    const path = groups?.["path"] ?? "";
    const target = path === "" ? page : join(dirname(page), path);
    return { link, target, anchor: groups?.["anchor"] };
  });
}

/** Anchors of a page's headings as GitHub forms them. */
function anchorsOf(page: string): Set<string> {
  return new Set(
    matches(read(page), /(?<=^#+ ).+$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function isPath(path: string): boolean {
  const folder = `${withoutSlash(path)}/`;
  return known.has(path) || files.some((file) => file.startsWith(folder));
}

/**
 * Names in the text that match no file of the repository. A name may be relative to its root, to docs/ or to
 * the folder of `file`.
 */
function missing(file: string, text: string): string[] {
  const withoutUrls = text.replaceAll(/https?:\/\/\S+/g, "");
  return matches(withoutUrls, names)
    .filter((name) => !writtenLater.has(name))
    .filter((name) => {
      const paths = [name, join("docs", name), join(dirname(file), name)];
      return !paths.some(isPath) && !baseNames.has(name);
    })
    .map((name) => `${file}: ${name}`);
}

function commentsOf(source: string): string {
  return matches(source, /^\s*(?:\/?\*|\/\/).*$|\s\/\/\s.*$/gm).join("\n");
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match]) => match);
}
