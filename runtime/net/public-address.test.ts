import { expect, test } from "vitest";

import { isPublicAddress } from "./public-address.ts";

test.each([
  ["https://media.example.com", true],
  ["https://media.example.com:8443/base", true],
  ["http://8.8.8.8", true],
  ["http://[2600::1]", true],
  ["http://localhost:8080", false],
  ["http://api.localhost", false],
  ["http://127.0.0.1:8080", false],
  ["http://10.1.2.3", false],
  ["http://[::1]", false],
  ["http://api:8080", false],
  ["http://engine.internal", false],
  ["http://printer.local", false],
])("a provider can fetch from %s: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
