import { expect, test } from "vitest";

import { mailboxOf } from "./mailbox.ts";

test.each([
  ["Ada@Example.org", "ada@example.org"],
  ["ada+news@example.org", "ada@example.org"],
  ["ada+a+b@example.org", "ada@example.org"],
  ["a.d.a@example.org", "a.d.a@example.org"],
  ["a.d.a+x@googlemail.com", "ada@gmail.com"],
  ["+x@example.org", "+x@example.org"],
])("%s is delivered to %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
