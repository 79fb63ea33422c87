import { createHash, generateKeyPairSync, sign } from "node:crypto";

import { expect, test } from "vitest";

import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";

import { isSignedByKey, toPublicKeys } from "./key-signature.ts";

const now = new Date("2026-09-01T12:00:00Z");
const seconds = now.getTime() / 1_000;
const body = Buffer.from('{"request_id":"r-1","status":"OK"}');
const own = generateKeyPairSync("ed25519");
const other = generateKeyPairSync("ed25519");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const keys = toPublicKeys({
  keys: [other, own, rsa].map(({ publicKey }) => ({
    ...publicKey.export({ format: "jwk" }),
    use: "sig",
  })),
});

const keySets = (providers as readonly ProviderDefinition[]).flatMap(({ slug, webhook }) => {
  const verify = webhook?.accepted?.verify;
  return verify?.scheme === "key-set" ? [[slug, verify.headers] as const] : [];
});

test.each(keySets)(
  "%s: accepts only a recent webhook signed as a whole by a published key",
  (_name, names) => {
    const headersAt = (time: number, { privateKey } = own) => {
      const hash = createHash("sha256").update(body).digest("hex");
      const message = Buffer.from(`r-1\nuser\n${time}\n${hash}`);
      return {
        [names.requestId]: "r-1",
        [names.userId]: "user",
        [names.timestamp]: String(time),
        [names.signature]: sign(null, message, privateKey).toString("hex"),
      };
    };
    const check = (headers: Record<string, string>, bytes = body, known = keys) =>
      isSignedByKey({ header: (name) => headers[name], body: bytes }, { names, keys: known, now });
    const right = headersAt(seconds);

    expect(keys).toHaveLength(2);
    expect(check(right)).toBe(true);
    expect(check(headersAt(seconds - 301))).toBe(false);
    expect(check(headersAt(seconds + 301))).toBe(false);
    expect(check(headersAt(seconds, generateKeyPairSync("ed25519")))).toBe(false);
    expect(check(right, Buffer.from("{}"))).toBe(false);
    expect(check({ ...right, [names.requestId]: "r-2" })).toBe(false);
    expect(check({ ...right, [names.userId]: "another" })).toBe(false);
    expect(check({ ...right, [names.signature]: "ff" })).toBe(false);
    expect(check(right, body, [])).toBe(false);
    expect(check({})).toBe(false);
  },
);
