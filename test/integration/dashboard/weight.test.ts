import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { listPageModules } from "#dashboard/list-page-modules.ts";
import { buildDashboard, readManifest } from "#test/support/dashboard/build-dashboard.ts";

const kilobyte = 1_024;

test("the first load, Create, Jobs, the 3D viewer, the graph and the JSON editor stay within their budgets", async () => {
  const folder = await buildDashboard();
  const manifest = await readManifest(folder);

  /** Files that the browser needs for some modules, with what they import. */
  function filesOf(modules: readonly string[], found = new Set<string>()): Set<string> {
    for (const name of modules) {
      const chunk = manifest[name];
      if (chunk === undefined) throw new Error(`the build has no ${name}`);
      if (found.has(chunk.file)) continue;
      found.add(chunk.file);
      for (const style of chunk.css ?? []) found.add(style);
      filesOf(chunk.imports ?? [], found);
    }
    return found;
  }
  async function weigh(files: Iterable<string>, kind: string): Promise<number> {
    const names = [...files].filter((name) => name.endsWith(kind));
    const contents = await Promise.all(names.map(async (name) => readFile(join(folder, name))));
    return (
      contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0) / kilobyte
    );
  }

  const shell = ["index.html", "app.tsx"];
  const first = filesOf(shell);
  const signIn = filesOf(["sign-in.html"]);
  /** Files of a module that a page, which shows it, has not loaded. */
  function beyond(module: string, ...page: string[]): string[] {
    const loaded = filesOf([...shell, ...page]);
    return [...filesOf([module])].filter((file) => !loaded.has(file));
  }
  const weights = {
    first: await weigh(first, ".js"),
    firstStyles: await weigh(first, ".css"),
    signIn: await weigh(signIn, ".js"),
    create: await weigh(beyond("create/create-page.tsx"), ".js"),
    jobs: await weigh(beyond("jobs/jobs-page.tsx"), ".js"),
    library: await weigh(beyond("library/library-page.tsx"), ".js"),
    model: await weigh(beyond("viewers/model-viewer.tsx", "jobs/job-page.tsx"), ".js"),
    graph: await weigh(beyond("pipelines/graph/canvas.tsx", "pipelines/pipeline-page.tsx"), ".js"),
    json: await weigh(
      beyond("pipelines/editor/json-editor.ts", "pipelines/pipeline-page.tsx"),
      ".js",
    ),
  };

  expect(weights.first, "first load").toBeLessThanOrEqual(155);
  expect(weights.firstStyles, "styles of the first load").toBeLessThanOrEqual(12);
  expect(weights.signIn, "sign-in").toBeLessThanOrEqual(105);
  // Neither may load dialogs and menus, of 30 kB, before it shows its content.
  expect(weights.create, "Create beyond the first load").toBeLessThanOrEqual(14);
  expect(weights.jobs, "Jobs beyond the first load").toBeLessThanOrEqual(13);
  expect(weights.library, "Library beyond the first load").toBeLessThanOrEqual(13);
  expect(weights.model, "3D viewer").toBeLessThanOrEqual(165);
  expect(weights.graph, "graph of a pipeline").toBeLessThanOrEqual(75);
  expect(weights.json, "JSON editor").toBeLessThanOrEqual(105);
});

test("a page that opens first loads neither the texts nor the parts of other pages", async () => {
  const folder = await buildDashboard();
  const links = JSON.parse(await readFile(join(folder, "page-links.json"), "utf8")) as Record<
    string,
    string
  >;
  const document = await readFile(join(folder, "index.html"), "utf8");
  const { pages } = await import("#dashboard/words/en/pages.ts");
  const { admin, pipelines, webhooks } = pages;

  for (const path of ["/create", "/jobs", "/library"]) {
    const html = document + links[path];
    expect(html).not.toContain("/leaves-");
    const names = new Set([...html.matchAll(/="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name));
    const files = [...names].map(async (name) => readFile(join(folder, name ?? ""), "utf8"));
    const code = (await Promise.all(files)).join("\n");
    for (const text of [admin.noPrompts, pipelines.templatesText, webhooks.urlHint]) {
      expect(code).not.toContain(text);
    }
  }
});

test("a browser compiles the files of the first frame while they arrive", async () => {
  const folder = await buildDashboard();
  const read = async (name: string) => readFile(join(folder, name), "utf8");
  const links = JSON.parse(await read("page-links.json")) as Record<string, string>;
  const documents = [
    await read("sign-in.html"),
    ...["/create", "/jobs", "/library"].map((path) => links[path] ?? ""),
    await read("index.html"),
  ];

  const names = documents.join("").matchAll(/="\/(assets\/[^"]+\.js)"/g);
  for (const [, name = ""] of names) {
    expect(await read(name)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
  const viewer = (await readManifest(folder))["viewers/model-viewer.tsx"]?.file ?? "";
  expect(await read(viewer)).not.toContain("allFunctionsCalledOnLoad");
});

test("a document names the files of its page, which the shared part of all documents does not name", async () => {
  const folder = await buildDashboard();
  const read = async (name: string) => readFile(join(folder, name), "utf8");
  const links = JSON.parse(await read("page-links.json")) as Record<string, string>;
  const document = await read("index.html");
  const manifest = await readManifest(folder);

  // A script that is only preloaded would wait for the last file of the application.
  const scripts = document.match(/<script [^>]+>/g) ?? [];
  for (const script of scripts) expect(script).toContain(" async");
  for (const module of ["index.html", "app.tsx"]) {
    expect(scripts.join("")).toContain(`src="/${manifest[module]?.file}"`);
  }
  const pages = listPageModules(await readFile("dashboard/router.tsx", "utf8"));
  expect(Object.keys(links).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  for (const { path, module } of pages) {
    const files = [...(links[path] ?? "").matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file);
    expect(files).toContain(manifest[module]?.file);
    for (const file of files) {
      expect(document).not.toContain(`"/${file}"`);
      expect((await read(file ?? "")).length).toBeGreaterThan(0);
    }
  }
});
