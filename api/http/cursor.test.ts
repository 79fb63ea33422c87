import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readCursor, writeCursor } from "./cursor.ts";

const secret = "a secret that is long enough for this";

test("reads back every ID that was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (id) => {
      expect(readCursor([secret], "jobs", writeCursor(secret, "jobs", id))).toBe(id);
    }),
  );
});

test("refuses a cursor of another list, of another secret or with a forged ID", () => {
  const cursor = writeCursor(secret, "jobs", "job_1");
  const [, signature] = cursor.split(".");
  const forged = `${Buffer.from("job_2").toString("base64url")}.${signature ?? ""}`;
  const refused = {
    code: "parameters_invalid",
    issues: [expect.objectContaining({ pointer: "query/cursor" })],
  };

  expect(() => readCursor([secret], "assets", cursor)).toThrow(expect.objectContaining(refused));
  expect(() => readCursor([`${secret}!`], "jobs", cursor)).toThrow(
    expect.objectContaining(refused),
  );
  expect(() => readCursor([secret], "jobs", forged)).toThrow(expect.objectContaining(refused));
});

test("refuses any other text as not valid", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(() => readCursor([secret], "jobs", text)).toThrow("invalid");
    }),
  );
});

test("during a rotation a cursor of any of the secrets is accepted", () => {
  const cursor = writeCursor(secret, "jobs", "job_1");

  expect(readCursor([`${secret}!`, secret], "jobs", cursor)).toBe("job_1");
});
