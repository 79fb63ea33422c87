import Replicate, { validateWebhook } from "replicate";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";

import { startReplicate } from "#test/support/providers/replicate.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startReplicate);
let client: Replicate;
beforeEach(() => {
  client = new Replicate({ auth: simulatorKey, baseUrl: simulator.url, useFileOutput: false });
});

const model = "black-forest-labs/flux-schnell";
const input = { prompt: "a fox", num_outputs: 2, output_format: "png" };

test("the official client runs a prediction to its end", async () => {
  const created = await client.predictions.create({ model, input });
  const prediction = await client.wait(created, { interval: 1 });

  expect(created).toMatchObject({ status: "starting", output: null });
  expect(prediction).toMatchObject({ status: "succeeded", version: "hidden" });
  expect(prediction.output).toHaveLength(2);
  expect(simulator.submissions()).toBe(1);
});

test("the official client cancels a prediction", async () => {
  const { id } = await client.predictions.create({ model, input });

  expect(await client.predictions.cancel(id)).toMatchObject({ status: "canceled" });
  expect(await client.predictions.get(id)).toMatchObject({ status: "canceled" });
});

test("the official client reads the account", async () => {
  expect(await client.accounts.current()).toMatchObject({ type: "organization" });
});

test("the official client accepts webhooks that are signed as Standard Webhooks, which the row states", async () => {
  const secret = `whsec_${Buffer.from("a secret of the account").toString("base64")}`;
  const body = JSON.stringify({ id: "p1", status: "succeeded" });
  const now = new Date();
  const signature = new Webhook(secret).sign("msg_1", now, body);
  const timestamp = String(Math.floor(now.getTime() / 1_000));

  const accepted = await validateWebhook({ id: "msg_1", timestamp, signature, body, secret });

  expect(accepted).toBe(true);
});

test.each([
  ["balance", 402],
  ["invalid", 422],
  ["no_model", 404],
])("the official client reads the refusal %s", async (refusal, status) => {
  simulator.play({ refusal });

  const attempt = client.predictions.create({ model, input });

  await expect(attempt).rejects.toMatchObject({ response: { status } });
  expect(simulator.submissions()).toBe(1);
});
