import { readdir, readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { readCheckReport } from "#scripts/providers-check/check-report.ts";
import { recordedCallSchema, withoutSecrets } from "#scripts/providers-check/recorded-call.ts";
import { problemsOfRecording } from "#test/support/providers/recorded-calls.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL("test/fixtures/provider-calls/", root);

test("each published call with a real key has a recording, and each recording a published call", async () => {
  const report = await readCheckReport(new URL("docs/providers-checked.json", root).pathname);
  const published = Object.entries(report?.services ?? {})
    .filter(([, { state }]) => state === "succeeded")
    .map(([slug]) => slug);
  const names = await readdir(folder).catch(() => []);
  const recorded = names.filter((name) => name.endsWith(".json"));

  expect(recorded.toSorted()).toEqual(published.map((slug) => `${slug}.json`).toSorted());
  for (const name of recorded) {
    const call = recordedCallSchema.parse(
      JSON.parse(await readFile(new URL(name, folder), "utf8")),
    );
    expect([name, await problemsOfRecording(call)]).toEqual([name, []]);
  }
});

test("a recording has no secrets, no signed URLs and no contents of files", () => {
  const image = "A".repeat(10_000);
  const recorded = withoutSecrets({
    access_token: "ya29.secret",
    nested: [{ upload: { url: "https://cdn.example.com/a.png?X-Signature=abc&Expires=1" } }],
    text: "see https://example.com/a?key=1 and b",
    image,
    count: 3,
    none: null,
    many: Array.from({ length: 100 }, () => 1),
  });

  expect(recorded).toEqual({
    access_token: "removed",
    nested: [{ upload: { url: "https://cdn.example.com/a.png?removed" } }],
    text: "see https://example.com/a?removed and b",
    image: `${"A".repeat(40)}… (10000 characters)`,
    count: 3,
    none: null,
    many: Array.from({ length: 20 }, () => 1),
  });
});
