import OpenAI, { APIError } from "openai";
import { beforeEach, expect, test } from "vitest";

import { startRecraft } from "#test/support/providers/recraft.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/**
 * Tests the simulated provider with the client that the provider recommends: it has no client and documents
 * OpenAI's with its base URL.
 */
const simulator = useSimulator(startRecraft);
let client: OpenAI;
beforeEach(() => {
  client = new OpenAI({ apiKey: simulatorKey, baseURL: `${simulator.url}/v1`, maxRetries: 0 });
});

test("the recommended client makes an image, and the URLs can be fetched", async () => {
  const { data = [] } = await client.images.generate({
    model: "recraftv4_1",
    prompt: "a fox",
    size: "1024x1024",
    n: 2,
  });

  expect(data).toHaveLength(2);
  for (const { url } of data) expect((await fetch(url ?? "")).status).toBe(200);
});

test.each([
  ["balance", 402, "not_enough_credits"],
  ["rate_limited", 429, "rate_limit_exceeded"],
])("the recommended client reads the refusal %s", async (refusal, status, code) => {
  simulator.play({ refusal });

  const attempt = client.images.generate({ model: "recraftv4_1", prompt: "a fox" });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ status, error: { code } });
  expect(simulator.submissions()).toBe(1);
});
