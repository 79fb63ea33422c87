import { expect, test } from "vitest";

import { createPasswords } from "./passwords.ts";

const passwords = createPasswords();

test("a hash costs what OWASP recommends at least, and verifies its password alone", async () => {
  const stored = await passwords.hash("correct horse battery");

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, "correct horse battery")).toBe(true);
  expect(await passwords.verify(stored, "correct horse")).toBe(false);
});

test("a password in another form of Unicode is the same password", async () => {
  expect(
    await passwords.verify(await passwords.hash("caf\u00e9 au lait"), "cafe\u0301 au lait"),
  ).toBe(true);
});

test("without a stored hash no password is right", async () => {
  expect(await passwords.verify(null, "correct horse battery")).toBe(false);
});
