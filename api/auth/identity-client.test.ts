import { ClientError } from "openid-client";
import { expect, test } from "vitest";

import { AppError } from "#domain/errors.ts";

import { answeredUrl, callbackUrl, reasonOf, toSignInError } from "./identity-client.ts";

test("unwraps the error of our fetch from the error of openid-client", () => {
  const away = new AppError("identity_provider_unavailable");

  expect(toSignInError(new ClientError("something went wrong", { cause: away }))).toBe(away);
});

test("reports a refused response as identity_unverifiable", () => {
  expect(toSignInError(new ClientError("unexpected"))).toMatchObject({
    code: "identity_unverifiable",
  });
});

test("passes a programming error on unchanged", () => {
  const mistake = new TypeError("not a function");

  expect(toSignInError(mistake)).toBe(mistake);
});

test("a reason quotes error codes of the protocol, and no other part of a response", () => {
  const refused = Object.assign(new Error("the body is an error"), { error: "invalid_grant" });
  const inBody = new Error("no token", { cause: { body: { error: "bad_verification_code" } } });
  const parsed = new SyntaxError(`Unexpected token, "gho_secret" is not valid JSON`);
  const reason = (cause: unknown) => reasonOf(new AppError("identity_unverifiable", { cause }));

  expect(reason(refused)).toBe("the body is an error: invalid_grant");
  expect(reason(inBody)).toBe("no token: bad_verification_code");
  expect(reason(new Error("not JSON", { cause: parsed }))).toBe("not JSON");
  expect(reason(Object.assign(new Error("odd"), { error: "ada@example.org" }))).toBe(
    "odd: an unknown error",
  );
  expect(reason(undefined)).toBe("");
});

test("the callback is under the public URL, including its path", () => {
  const publicUrl = "https://example.org/engine";
  const answer = new URLSearchParams({ code: "a b", state: "s" });

  expect(callbackUrl(publicUrl, "github")).toBe(
    "https://example.org/engine/v1/auth/github/callback",
  );
  expect(answeredUrl(publicUrl, "google", answer).href).toBe(
    "https://example.org/engine/v1/auth/google/callback?code=a+b&state=s",
  );
});
