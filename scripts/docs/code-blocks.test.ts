import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { type CodeBlock, listCodeBlocks, readCodeBlocks } from "./code-blocks.ts";

const block = "```sh\necho one\n```\n";

test("blocks have the line of their fence, their language and their code", () => {
  const text = `# Title\n\n${block}\nText.\n\n\`\`\`ts\nconst one = 1;\n\nconst two = 2;\n\`\`\`\n`;

  expect(readCodeBlocks("page.md", text)).toEqual([
    { page: "page.md", line: 3, language: "sh", code: "echo one\n", check: { kind: "test" } },
    {
      page: "page.md",
      line: 9,
      language: "ts",
      code: "const one = 1;\n\nconst two = 2;\n",
      check: { kind: "test" },
    },
  ]);
});

test.each([
  ["responds with 422", { kind: "test", status: 422 }],
  ["run by npm run openai:judges", { kind: "command", command: "openai:judges" }],
  ["run by test/one.test.ts", { kind: "file", file: "test/one.test.ts" }],
  ["not run: it needs a display", { kind: "none", reason: "it needs a display" }],
])("the comment %j above a block says how it is checked", (comment, check) => {
  const text = `Text.\n\n<!-- ${comment} -->\n\n${block}`;

  expect(readCodeBlocks("page.md", text)).toMatchObject([{ line: 5, check }]);
});

test.each(["not run", "skip", "run by hand"])(
  "the comment %j above a block is an error",
  (comment) => {
    const read = () => readCodeBlocks("page.md", `<!-- ${comment} -->\n\n${block}`);

    expect(read).toThrow("page.md:3: the comment above the block");
  },
);

test.each(["- item\n\n  ```sh\n  echo one\n  ```\n", "```\none\n```\n", "~~~sh\none\n~~~\n"])(
  "a block that would be overlooked is an error: %j",
  (text) => {
    expect(() => readCodeBlocks("page.md", text)).toThrow("page.md: a fence");
  },
);

test("text is no code", () => {
  expect(readCodeBlocks("page.md", "```text\none\n```\n")).toEqual([]);
});

test("few blocks are not run at all: parts of messages, and what a test cannot have", () => {
  const blocks = listCodeBlocks();
  const isFirst = ({ page }: CodeBlock) => !page.startsWith("docs/") || page === "docs/guide.md";
  const notRun = blocks.filter(({ check }) => check.kind === "none");

  expect(notRun.length).toBeLessThanOrEqual(45);
  expect(notRun.filter(isFirst).length).toBeLessThanOrEqual(6);
  expect(blocks.filter(({ check }) => check.kind === "test").length).toBeGreaterThan(45);
});

test("every test that runs blocks reads their page", () => {
  for (const { page, check } of listCodeBlocks()) {
    if (check.kind === "file") expect(readFileSync(check.file, "utf8")).toContain(page);
  }
});

test("every command that checks blocks exists and reads them from the pages", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  const commands = listCodeBlocks().flatMap(({ check }) =>
    check.kind === "command" ? [check.command] : [],
  );

  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const [, program = ""] = /^node (\S+)$/.exec(scripts[command] ?? "") ?? [];
    expect(readFileSync(program, "utf8")).toContain(`listBlocksOf("${command}")`);
  }
});
