import * as fc from "fast-check";
import { expect, test } from "vitest";

import { isSignedFile, parseOwnAddress, signFileAddress } from "./signed-address.ts";

const secret = "a secret of at least thirty-two characters";
const publicUrl = "https://api.example.org";
const now = new Date("2026-11-21T12:00:00Z");
const nowSeconds = now.getTime() / 1000;

function sign(fileId = "out_1", expires = nowSeconds + 60): string {
  return signFileAddress({ fileId, expires }, { publicUrl, secret });
}

function parse(address: string, change: { secrets?: string[]; now?: Date } = {}): string | null {
  return parseOwnAddress(address, { publicUrl, secrets: [secret], now, ...change });
}

test("a signed URL names its output until it expires", () => {
  expect(parse(sign())).toBe("out_1");
  expect(parse(sign(), { now: new Date(now.getTime() + 60_000) })).toBe("out_1");
  expect(parse(sign(), { now: new Date(now.getTime() + 60_001) })).toBeNull();
});

test("a URL signed with another secret is invalid", () => {
  expect(parse(sign(), { secrets: [`${secret}!`] })).toBeNull();
});

test("during a rotation a URL signed with any of the secrets is valid", () => {
  expect(parse(sign(), { secrets: [`${secret}!`, secret] })).toBe("out_1");
  expect(parse(sign(), { secrets: [secret, `${secret}!`] })).toBe("out_1");
});

test.each([
  ["another output", (address: string) => address.replace("out_1", "out_2")],
  ["another time", (address: string) => address.replace(/expires=\d+/, "expires=9999999999")],
  ["no time", (address: string) => address.replace(/expires=\d+&/, "")],
  ["an endless time", (address: string) => address.replace(/expires=\d+/, "expires=Infinity")],
  ["no signature", (address: string) => address.replace(/&signature=.*/, "")],
  ["a shorter signature", (address: string) => address.slice(0, -1)],
  ["a longer signature", (address: string) => `${address}A`],
  ["a signature with other letters", (address: string) => address.replace(/.{4}$/, "ÄÄÄÄ")],
  ["another host", (address: string) => address.replace("api.example.org", "evil.example")],
  [
    "a host that begins alike",
    (address: string) => address.replace("api.example.org", "api.example.org.evil.example"),
  ],
  ["another path", (address: string) => address.replace("/files/", "/v1/files/")],
])("%s makes a URL invalid", (_, change) => {
  expect(change(sign())).not.toBe(sign());
  expect(parse(change(sign()))).toBeNull();
});

test("every change of a single character is detected", () => {
  const address = sign();
  const start = publicUrl.length;
  fc.assert(
    fc.property(
      fc.integer({ min: start, max: address.length - 1 }),
      fc.stringMatching(/^[A-Za-z0-9_-]$/),
      (index, letter) => {
        fc.pre(address[index] !== letter);
        const changed = address.slice(0, index) + letter + address.slice(index + 1);

        expect(parse(changed)).toBeNull();
      },
    ),
    { numRuns: 500 },
  );
});

test("signatures of any length are compared without an error", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (signature) => {
      const input = { fileId: "out_1", expires: nowSeconds + 60, signature };

      expect(isSignedFile(input, { secrets: [secret], now })).toBe(false);
    }),
  );
});

test("foreign URLs are never accepted as signed URLs", () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (address) => {
      expect(parse(address)).toBeNull();
      expect(parse(`${publicUrl}/files/${address}`)).toBeNull();
    }),
  );
});
