import { afterEach, expect, test, vi } from "vitest";

import { toSettings } from "./settings.ts";

const baseUrl = "https://media.test/";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{}, "Set baseUrl or the variable GME_BASE_URL to the URL of the engine."],
  [{ baseUrl: "media.test" }, "baseUrl must be an http or https URL"],
  [{ baseUrl: "https://user:secret@media.test" }, "baseUrl must be an http or https URL"],
  [{ baseUrl, apiKey: "a b" }, "The API key is empty, or has spaces"],
  [{ baseUrl, apiKey: "k", accessToken: () => "t" }, "Set either apiKey or accessToken, not both."],
])("refuses %j", (options, message) => {
  expect(() => toSettings(options)).toThrow(message);
});

test("refuses an API key in a page unless the risk is accepted", () => {
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", {});
  expect(() => toSettings({ baseUrl, apiKey: "k" })).toThrow("An API key in a page");
  toSettings({ baseUrl, apiKey: "k", dangerouslyAllowBrowserKey: true });
  toSettings({ baseUrl, accessToken: () => "t" });
});

test("reads URL and key from the environment, and trims the line end of a file", async () => {
  vi.stubEnv("GME_BASE_URL", "https://media.test/engine/");
  vi.stubEnv("GME_API_KEY", "gme_key\n");
  const { baseUrl: found, credential } = toSettings({});
  vi.unstubAllEnvs();
  expect(found).toBe("https://media.test/engine");
  expect(await credential({ expired: false })).toEqual({ "x-api-key": "gme_key" });
});
