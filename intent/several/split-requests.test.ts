import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { createEmbeddedParser } from "#intent/embedded-parser.ts";

import { splitRequests } from "./split-requests.ts";

const parse = createEmbeddedParser();

interface Labelled {
  readonly message: string;
  /** Capability of each request, with a part of its subject. */
  readonly requests: readonly (readonly [string, string])[];
}

function readLines<Line>(url: URL): Line[] {
  return readFileSync(url, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const several = readLines<Labelled>(
  new URL("../../test/fixtures/several-requests.jsonl", import.meta.url),
);

test("most messages of several requests are divided, and none wrongly", () => {
  const read = several.map(({ message, requests }) => {
    const found = splitRequests(message, parse);
    if (found === null) return "one";
    const isRight =
      found.length === requests.length &&
      requests.every(([capability, subject], index) => {
        const request = found[index];
        const isSubject = request?.subject.toLowerCase().includes(subject.toLowerCase()) ?? false;
        return request?.capability === capability && isSubject;
      });
    return isRight ? "right" : "wrong";
  });

  expect(read.filter((each) => each === "wrong")).toHaveLength(0);
  expect(read.filter((each) => each === "right").length).toBeGreaterThanOrEqual(50);
});

test.each([
  ["refers to the other part", "a picture of a fox and turn it into a video"],
  ["has a second medium without a content", "a picture and a video of a fox"],
  ["rejects a medium", "not a picture of a fox, a video of a fox"],
  ["is a text to speak", "read aloud: a picture of a fox and a video of waves"],
  ["is a quoted text", 'a poster that says "a picture of a fox and a video of waves"'],
  ["names several things in one image", "a picture of a fox and a video camera"],
  ["shows two media in one image", "a painting of a studio and a photo album"],
])("a message that %s is one request", (_, message) => {
  expect(splitRequests(message, parse)).toBeNull();
});

test("a long message of joined words takes linear time", () => {
  const started = performance.now();
  splitRequests("a picture of a fox and ".repeat(80), parse);
  splitRequests(`${"and ".repeat(480)}.`, parse);
  expect(performance.now() - started).toBeLessThan(2_000);
});

const folders = ["../messages/", "../../test/fixtures/", "../follow-up/dialogues/", "../"].map(
  (path) => new URL(path, import.meta.url),
);
const sets = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl") && name !== "several-requests.jsonl")
    .map((name) => [name, new URL(name, folder)] as const),
);

test.each(sets)("no message of %s is divided", (_, url) => {
  const lines = readLines<{ message?: string; turns?: readonly { text: string }[] }>(url);
  const messages = lines.flatMap(({ message, turns = [] }) => [
    ...(message === undefined ? [] : [message]),
    ...turns.map(({ text }) => text),
  ]);
  // A number only: the messages of some sets are not to be read.
  expect(messages.filter((message) => splitRequests(message, parse) !== null).length).toBe(0);
});
