import { expect, test } from "vitest";

import { bindAttempt, clearAttempt, readAttempt } from "./sign-in-cookie.ts";

const secureUrl = "https://api.example.org";
const plainUrl = "http://localhost:8080";

function pairOf(setCookie: string): string {
  return setCookie.split(";")[0] ?? "";
}

test("over https, other hosts cannot set the cookie and scripts cannot read it", () => {
  expect(bindAttempt("state", "secret", secureUrl)).toMatch(
    /^__Host-gme-sign-in-[0-9a-f]{16}=secret; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("without https, omits the prefix and Secure, which browsers would refuse", () => {
  expect(bindAttempt("state", "secret", plainUrl)).toMatch(
    /^gme-sign-in-[0-9a-f]{16}=secret; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
});

test("finds the secret of an attempt among other cookies", () => {
  const header = [
    "theme=dark",
    bindAttempt("one", "1", secureUrl),
    bindAttempt("two", "2", secureUrl),
  ]
    .map(pairOf)
    .join("; ");

  expect(readAttempt(header, "one", secureUrl)).toBe("1");
  expect(readAttempt(header, "two", secureUrl)).toBe("2");
  expect(readAttempt(header, "three", secureUrl)).toBeNull();
  expect(readAttempt(undefined, "one", secureUrl)).toBeNull();
});

test("ignores two cookies with the same name, because one of them is planted", () => {
  const cookie = pairOf(bindAttempt("one", "1", plainUrl));

  expect(readAttempt(`${cookie}; ${cookie}x`, "one", plainUrl)).toBeNull();
});

test("clears a cookie under the name that it was set with", () => {
  const [name] = pairOf(bindAttempt("one", "1", secureUrl)).split("=");

  expect(clearAttempt("one", secureUrl)).toBe(
    `${name ?? ""}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
  );
});
