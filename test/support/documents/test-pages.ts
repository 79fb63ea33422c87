import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ProviderSubmission } from "#db/entities/job.ts";
import { type CodeBlock, listCodeBlocks } from "#scripts/docs/code-blocks.ts";
import { extensionOf, sniffMediaType } from "#storage/media-type.ts";

import { connectSettings } from "./connect-settings.ts";
import {
  createDocumentWorld,
  type DocumentWorld,
  openPageFolder,
  removeDocumentWorld,
} from "./document-world.ts";
import { runPython, runTypeScript, typeCheck, writePrograms } from "./run-programs.ts";
import { runShell } from "./run-shell.ts";

/** Files that the code of a page leaves behind, and what it prints. */
interface PageResult {
  readonly files?: readonly string[];
  readonly prints?: readonly string[];
}

type Runner = (world: DocumentWorld, blocks: readonly CodeBlock[], cwd: string) => Promise<string>;

const runners: Readonly<Record<string, Runner>> = {
  sh: runShell,
  ts: async (world, blocks, cwd) => runTypeScript(world, await writePrograms(world, blocks), cwd),
  python: async (world, blocks, cwd) => runPython(world, await writePrograms(world, blocks), cwd),
  async json(world, blocks, cwd) {
    for (const block of blocks) {
      expect(await connectSettings(world, block, cwd)).toContain("generate");
    }
    return "";
  },
};

/** Counts the requests that a provider works on. */
async function countSent({ engine }: DocumentWorld): Promise<number> {
  return engine.orm.em
    .fork()
    .count(ProviderSubmission, { sentAt: { $ne: null }, finishedAt: null });
}

/**
 * Defines tests that run the code of pages, as it is written and in its order, next to an engine. Each block is run unless a
 * comment above it says otherwise: `scripts/docs/code-blocks.ts`. The results are those of a page in one language.
 */
export function testPages(
  isIncluded: (page: string) => boolean,
  engine: () => DocumentWorld["engine"],
  results: Readonly<Record<string, PageResult>>,
): void {
  const blocks = listCodeBlocks().filter(
    ({ page, check }) => check.kind === "test" && isIncluded(page),
  );
  const groups = Object.entries(
    Object.groupBy(blocks, ({ page, language }) => `${page}: ${language}`),
  ).map(([name, group = []]) => [name, group] as const);
  describe("the code of pages", () => {
    let world: DocumentWorld;

    beforeAll(async () => {
      world = await createDocumentWorld(engine());
    });

    afterAll(async () => {
      await removeDocumentWorld(world);
    });

    test("the programs of pages are strictly typed", async () => {
      const programs = blocks.filter(({ language }) => language === "ts");
      expect(await writePrograms(world, programs)).toHaveLength(programs.length);
      await typeCheck(world);
    });

    describe.each(groups)("%s", (name, group) => {
      test("runs as it is written", async () => {
        const [{ page, language } = { page: "", language: "" }] = group;
        const run = runners[language];
        if (run === undefined) throw new Error(`code in ${language} is neither run nor marked`);
        const cwd = await openPageFolder(world, page);
        // Studio makes one thing at a time, and a film of the page before would delay this one beyond the waits that it shows.
        await expect.poll(async () => countSent(world), { timeout: 180_000 }).toBe(0);

        const output = await run(world, group, cwd);

        const { files = [], prints = [] } = results[name] ?? {};
        for (const text of prints) expect(output).toContain(text);
        for (const file of files) {
          const type = sniffMediaType(await readFile(join(cwd, file))) ?? "";
          expect([file, `.${extensionOf(type)}`]).toEqual([file, extname(file)]);
        }
      });
    });

    test("every expected result is of code that runs", () => {
      expect(groups.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(results)));
    });
  });
}
