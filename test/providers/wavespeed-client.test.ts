import { expect, test } from "vitest";
import { Client } from "wavespeed";

import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";
import { startWavespeed } from "#test/support/providers/wavespeed.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startWavespeed);
const options = { pollInterval: 0.01, timeout: 20 };

function clientOf(apiKey: string): Client {
  return new Client(apiKey, { baseUrl: new URL(simulator.url).origin, maxConnectionRetries: 0 });
}

const model = "wavespeed-ai/qwen-image/text-to-image";
const input = { prompt: "a fox", output_format: "png" };

test("the official client submits once and polls to the end", async () => {
  const { outputs } = await clientOf(simulatorKey).run(model, input, options);

  expect(outputs).toHaveLength(1);
  expect(simulator.requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
  expect(simulator.submissions()).toBe(1);
});

test.each(["failed", "cancelled", "timeout", "deleted"])(
  "the official client takes the status %s for an end",
  async (status) => {
    simulator.play({ status });

    await expect(clientOf(simulatorKey).run(model, input, options)).rejects.toThrow(/failed/i);
  },
);

test("the official client reads a refusal and a wrong key", async () => {
  simulator.play({ refusal: "balance" });
  await expect(clientOf(simulatorKey).run(model, input, options)).rejects.toThrow("Insufficient");

  simulator.play({});
  await expect(clientOf("wrong").run(model, input, options)).rejects.toThrow("401");
});
