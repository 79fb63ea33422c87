import { expect, test } from "vitest";

import { judgeText, presentFinding } from "./judge-text.ts";
import { readTexts } from "./read-texts.ts";

const listFindings = (path: string, source: string) =>
  readTexts(path, source).flatMap((text) =>
    judgeText(path, text).map((finding) => presentFinding(path, finding)),
  );

const listMarkers = (path: string, source: string) =>
  readTexts(path, source).flatMap((text) => judgeText(path, text).map(({ found }) => found));

test("a marker is found in a doc comment, not in a string, a regular expression or a template", () => {
  const source = [
    "/** Returns the row. Nobody else sees it. */",
    'export const text = "nobody"; // fine',
    "export const pattern = /[/*] nobody/;",
    "export const template = `// nobody ${text.replace(/}/, `nobody`)} nobody`;",
    "export const half = text.length / 2; /* somebody */",
  ].join("\n");

  expect(listMarkers("domain/x.ts", source)).toEqual(["nobody", "somebody"]);
});

test("a finding is printed with its place, its replacement and its text", () => {
  const source = "\n/**\n * Returns the rows,\n * letter by\n * letter.\n */\n";

  expect(listFindings("domain/x.ts", source)).toEqual([
    "domain/x.ts:4  letter by letter → use exactly  Returns the rows, letter by letter.",
  ]);
});

test.each([
  ["/** What is given back. */", ["what"]],
  ["// Whether it may succeed.\n// Who asks.", ["whether"]],
  ["/** When it ended. */", ["when"]],
  ["/** When it ends, the hold is released. */", []],
  ["/** How to add one. */", []],
  ["/** Releases what is left. */", []],
])("the opening of %j is judged", (source, expected) => {
  expect(listMarkers("domain/x.ts", source)).toEqual(expected);
});

test.each([
  ["Fetches the address.", ["address"]],
  ["Resolves the IP address; the address is checked again.", []],
  ["Reads `answer` and see [it](answer.md).", []],
  ["Counts tries; it tries again after the first try.", ["first try"]],
])("ordinary senses are no finding: %s", (text, expected) => {
  expect(listMarkers("docs/x.md", text)).toEqual(expected);
});

test("titles are read, also of tables and templates", () => {
  const source = [
    'test("nobody sees it", () => {});',
    'describe.skipIf(!ready)("somebody", () => {});',
    'test.each([["anew", f(1)]])("pays whoever asks", () => {});',
    'test.each<Map<string, Row[]>>([rows])("keeps it anew", () => {});',
    "it(`is told ${name}`, () => {});",
    'expect(pattern.test("theirs")).toBe(true);',
  ].join("\n");

  expect(listMarkers("domain/x.test.ts", source)).toEqual([
    "nobody",
    "somebody",
    "whoever",
    "anew",
    "told",
  ]);
});

test("error messages and descriptions of settings are read", () => {
  const errors = 'const errors = { x: { code: "nobody", message: "Nobody is there." } };';
  const settings = 'const x = text.describe("Address of the API.");';

  expect(listMarkers("src/domain/errors.ts", errors)).toEqual(["nobody", "is there"]);
  expect(listMarkers("api/x.ts", 'throw new Error("one job gave no answer");')).toEqual(["answer"]);
  expect(listMarkers("config.ts", settings)).toEqual(["address"]);
});

test("each text of the OpenAPI document is read once", () => {
  const line = '      "summary": "Be told of it",';
  const source = ["{", line, line, '      "told": "told"', "}"].join("\n");

  expect(listFindings("docs/openapi.json", source)).toEqual([
    "docs/openapi.json:2  told → use notify, report, return, receive; distinguish  Be told of it",
  ]);
});

test("code blocks and generated pages are skipped, SQL comments are read", () => {
  const page = "# How it works\n\n```sh\nnobody\n```\n\n- one\n- told\n\n| where | anew |\n";

  expect(listFindings("docs/x.md", page).map((line) => line.split("  ")[0])).toEqual([
    "docs/x.md:8",
    "docs/x.md:10",
  ]);
  expect(listMarkers("docs/configuration.md", page)).toEqual([]);
  expect(listMarkers("db/sql/x.sql", "select 1;\n-- Told\n-- once.\n")).toEqual(["told"]);
});
