import { expect, test } from "vitest";

import { toCsv } from "./to-csv.ts";

interface Row {
  readonly name: string;
  readonly credits: number | null;
}

test("a table becomes CSV with quoted texts, empty cells, and no formula", async () => {
  const columns = [
    { id: "name", label: "API key", render: () => null, cellOf: ({ name }: Row) => name },
    { id: "credits", label: "Credits", render: () => null, cellOf: ({ credits }: Row) => credits },
  ];
  const rows = [
    { name: 'a "key", of mine', credits: 12 },
    { name: "=1+1", credits: null },
  ];

  expect(await toCsv(columns, rows)).toBe(
    ["API key,Credits", '"a ""key"", of mine",12', '"\'=1+1",'].join("\r\n"),
  );
});
