import { describe, expect, test } from "vitest";

import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database, { credits: 1_000_000 });

const nested = (levels: number, inner = "") => "[".repeat(levels) + inner + "]".repeat(levels);
const fieldsOf = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(",")}}`;
const listOf = (count: number, value: string) => `[${Array(count).fill(value).join(",")}]`;

interface Measured {
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly problem: { readonly code: string; readonly errors: readonly { code: string }[] };
}

/** Sends a body and measures the processor time of this thread, which also runs the API. */
async function send(path: string, body: string): Promise<Measured> {
  const before = process.threadCpuUsage();
  const response = await api.call(path, {
    method: "POST",
    ...(path.startsWith("/v1/auth/") ? {} : { key: caller.key }),
    headers: { "Content-Type": "application/json" },
    body,
  });
  const text = await response.text();
  const { user, system } = process.threadCpuUsage(before);
  return {
    status: response.status,
    bytes: Buffer.byteLength(text),
    milliseconds: (user + system) / 1_000,
    problem: JSON.parse(text) as Measured["problem"],
  };
}

const login = "/v1/auth/login";
const generations = "/v1/generations";
const batches = "/v1/batches";
const bodies: [name: string, path: string, body: string][] = [
  ["deep, with an escaped NUL", login, `{"\\u0000":${nested(5_000, listOf(120_000, "0"))}}`],
  ["100,000 levels", login, `{"email":"\\u0000","x":${nested(100_000)}}`],
  ["20,000 escaped NULs", login, `{"a":${nested(10, listOf(20_000, '"\\u0000"'))}}`],
  ["deep escaped NULs", login, `{"a":${nested(1_500, listOf(24_000, '"\\u0000"'))}}`],
  ["a long name above problems", login, `{"${"n".repeat(200_000)}":${listOf(6_000, '"\\u0000"')}}`],
  ["25,000 unknown fields", login, fieldsOf(25_000, "1")],
  ["one name of 250,000 characters", login, `{"${"~/".repeat(125_000)}":1}`],
  [
    "9,000 levels of model parameters",
    generations,
    `{"capability":"text-to-image","prompt":"x","parameters":{"modelParameters":{"a":${nested(9_000)}}}}`,
  ],
  ["30,000 wrong labels", generations, `{"metadata":${fieldsOf(20_000, "1")}}`],
  ["60,000 wrong inputs", generations, `{"inputs":${listOf(60_000, "{}")}}`],
  ["3,000 levels of two million numbers", batches, nested(3_000, listOf(2_000_000, "0"))],
  ["a million objects", batches, `{"items":${listOf(1_000_000, "{}")}}`],
  [
    "1,000 items with wrong labels",
    batches,
    `{"items":${listOf(1_000, `{"metadata":${fieldsOf(90, "1")}}`)}}`,
  ],
  [
    "many labels of defaults for 1,000 items",
    batches,
    `{"defaults":{"metadata":${fieldsOf(200, '""')}},"items":${listOf(1_000, "{}")}}`,
  ],
  [
    "300,000 labels of defaults for 1,000 items",
    batches,
    `{"defaults":{"metadata":${fieldsOf(300_000, '""')}},"items":${listOf(1_000, "{}")}}`,
  ],
];

describe("a hostile body", () => {
  test.each(bodies)(
    "%s is refused immediately, with a small response",
    async (_name, path, body) => {
      const { status, bytes, milliseconds } = await send(path, body);

      expect([413, 422]).toContain(status);
      expect(bytes).toBeLessThanOrEqual(16_384);
      // Takes seconds without the limits. The time includes sending the body and receiving the response.
      expect(milliseconds).toBeLessThan(500);
    },
  );

  test("is refused with the limit that it exceeds", async () => {
    const deep = await send(login, nested(65));
    const wide = await send(login, fieldsOf(201, "1"));
    const long = await send(batches, listOf(100_001, "0"));

    expect(deep.problem.errors).toMatchObject([{ pointer: "", code: "too_deep" }]);
    expect(wide.problem.errors).toMatchObject([{ pointer: "", code: "too_large" }]);
    expect(long.problem.errors).toMatchObject([{ pointer: "", code: "too_large" }]);
  });

  test("is recognized by its structure, not by brackets, colons and commas inside a string", async () => {
    const text = '[{":,\\"'.repeat(150).replaceAll('"', '\\"').replaceAll("\\\\", "\\");
    const prompt = JSON.stringify(`${text}${"[".repeat(500)}${":".repeat(500)}`);

    const { status } = await send(
      "/v1/estimates",
      `{"capability":"text-to-image","prompt":${prompt}}`,
    );

    expect(status).toBe(200);
  });
});
