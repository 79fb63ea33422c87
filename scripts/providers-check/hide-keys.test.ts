import { expect, test } from "vitest";

import { hideKeys } from "./hide-keys.ts";

test("each of several keys is removed wherever it occurs", () => {
  const hide = hideKeys({ FAL_KEY: "key-of-one, key-of-two", OPENAI_API_KEY: "sk-123456" });

  expect(hide("401 key-of-two, sk-123456! and key-of-one")).toBe("401 [key], [key]! and [key]");
});

test("a key that is JSON is also removed from JSON", () => {
  const key = JSON.stringify({ private_key: "-----BEGIN\nabc" });
  const hide = hideKeys({ GOOGLE_CLOUD_KEY: key });

  expect(hide(JSON.stringify({ reason: `bad ${key}` }))).toBe('{"reason":"bad [key]"}');
});

test("URLs and regions are not treated as secrets", () => {
  const told = "http://localhost:1234 in us-central1";
  const hide = hideKeys({
    FAL_BASE_URL: "http://localhost:1234",
    GOOGLE_CLOUD_LOCATION: "us-central1",
  });

  expect(hide(told)).toBe(told);
});
