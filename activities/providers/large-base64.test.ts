import { randomBytes } from "node:crypto";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { decodeBase64, parseWithBase64 } from "./large-base64.ts";

test("JSON without large texts is parsed as usual", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const text = JSON.stringify(value);
      expect(await parseWithBase64(Buffer.from(text))).toEqual(JSON.parse(text));
    }),
  );
});

test("large texts are decoded to the same bytes, whatever surrounds them", async () => {
  const [first, second] = [randomBytes(4_000_001), randomBytes(2_000_000)];
  const text = JSON.stringify({
    escaped: 'a "quote" and a \\',
    data: [{ b64_json: first.toString("base64"), about: "\u0000base64:0" }],
    last: second.toString("base64"),
    none: null,
  });

  const parsed = (await parseWithBase64(Buffer.from(text))) as {
    escaped: string;
    data: [{ b64_json: Uint8Array }];
    last: Uint8Array;
    none: null;
  };

  expect(parsed.escaped).toBe('a "quote" and a \\');
  expect(parsed.none).toBeNull();
  expect(parsed.data[0].b64_json).toBeInstanceOf(Uint8Array);
  expect(first.equals(await decodeBase64(parsed.data[0].b64_json))).toBe(true);
  expect(second.equals(await decodeBase64(parsed.last))).toBe(true);
});

test("a large text with escapes stays a text, and broken JSON is an error", async () => {
  const escaped = JSON.stringify({ text: "line\n".repeat(400_000) });

  expect(await parseWithBase64(Buffer.from(escaped))).toEqual(JSON.parse(escaped));
  await expect(parseWithBase64(Buffer.from(escaped.slice(0, -2)))).rejects.toThrow(SyntaxError);
  await expect(parseWithBase64(Buffer.from('{"a":"'))).rejects.toThrow(SyntaxError);
});
