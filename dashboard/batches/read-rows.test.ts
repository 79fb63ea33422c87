import { expect, test } from "vitest";

import { readRows, rowsMax } from "./read-rows.ts";

test("CSV has a header row, quoted commas and line breaks, and any usual separator", async () => {
  const rows = await readRows(
    "a.csv",
    '\uFEFFprompt,seed\r\n"a fox, red",7\r\n\r\n"two\nlines",8\r\n',
  );
  const german = await readRows("b.csv", "prompt;seed\nein Fuchs;7\n");

  expect(rows).toEqual({
    columns: ["prompt", "seed"],
    rows: [
      { prompt: "a fox, red", seed: "7" },
      { prompt: "two\nlines", seed: "8" },
    ],
  });
  expect(german).toMatchObject({ rows: [{ prompt: "ein Fuchs", seed: "7" }] });
});

test("JSON is a list of requests, whose parameters become columns", async () => {
  const text = JSON.stringify([{ prompt: "a fox", parameters: { seed: 7 } }, { prompt: "an owl" }]);

  expect(await readRows("a.json", text)).toEqual({
    columns: ["prompt", "parameters.seed"],
    rows: [{ prompt: "a fox", "parameters.seed": "7" }, { prompt: "an owl" }],
  });
});

test("a file that is no list of rows says why", async () => {
  const long = `prompt\n${"a fox\n".repeat(rowsMax + 1)}`;

  expect(await readRows("a.csv", "prompt\n")).toEqual({ problem: "empty" });
  expect(await readRows("a.csv", long)).toEqual({ problem: "tooMany", rows: rowsMax + 1 });
  expect(await readRows("a.json", '{"prompt": "a fox"}')).toEqual({ problem: "notList" });
  expect(await readRows("a.json", "[")).toMatchObject({ problem: "unreadable" });
  expect(await readRows("a.csv", 'prompt,seed\n"a fox,7\n')).toMatchObject({
    problem: "unreadable",
  });
  expect(await readRows("a.csv", "prompt,seed\na fox,7,8\n")).toMatchObject({
    problem: "unreadable",
  });
});
