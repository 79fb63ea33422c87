import { expect, test } from "vitest";

import { toCurl, toPython, toTypeScript } from "./request-code.ts";

const request = {
  method: "POST",
  path: "/v1/chat",
  operationId: "createChatJob",
  body: { message: "the painter's true fox", parseIntent: true },
};

test("curl quotes the body for a shell", () => {
  expect(toCurl("http://localhost:8080", request)).toContain(
    String.raw`"message": "the painter'\''s true fox"`,
  );
});

test("Python has its own constants, but the texts of the request stay", () => {
  const code = toPython("http://localhost:8080", request);

  expect(code).toContain(`"parseIntent": True`);
  expect(code).toContain(`the painter's true fox`);
  expect(code).toContain(`"createChatJob"`);
});

test("TypeScript names the operation of the client", () => {
  expect(toTypeScript("http://localhost:8080", request)).toContain(`"createChatJob"`);
});
