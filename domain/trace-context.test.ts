import fc from "fast-check";
import { expect, test } from "vitest";

import { parseTraceparent, toTraceparent } from "./trace-context.ts";

const hex = (length: number) =>
  fc
    .string({
      unit: fc.nat(15).map((digit) => digit.toString(16)),
      minLength: length,
      maxLength: length,
    })
    .filter((text) => !/^0+$/.test(text));

test("a traceparent is parsed into what it was written from", () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.nat(255), (traceId, spanId, traceFlags) => {
      const context = { traceId, spanId, traceFlags };
      expect(parseTraceparent(toTraceparent(context))).toEqual(context);
    }),
  );
});

const valid = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test.each([
  ["nothing", undefined],
  ["an empty text", ""],
  ["another version", valid.replace("00-", "01-")],
  ["more fields", `${valid}-more`],
  ["a long text", valid.repeat(1_000)],
  ["capital letters", valid.toUpperCase()],
  ["a trace id of zeros", `00-${"0".repeat(32)}-b7ad6b7169203331-01`],
  ["a span id of zeros", `00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01`],
])("%s is no traceparent", (_name, text) => {
  expect(parseTraceparent(text)).toBeNull();
});
