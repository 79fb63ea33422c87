import { expect, test } from "vitest";

import { guardedLookup } from "./guarded-lookup.ts";

async function resolve(hostname: string, all: boolean): Promise<unknown> {
  return new Promise((done) => {
    guardedLookup(hostname, { all }, (error, address) => done(error ?? address));
  });
}

test.each([true, false])("a name never leads to a link-local address (all: %s)", async (all) => {
  expect(await resolve("169.254.169.254", all)).toBeInstanceOf(Error);
  expect(await resolve("fe80::1", all)).toBeInstanceOf(Error);
  expect(await resolve("10.0.0.7", all)).not.toBeInstanceOf(Error);
});
