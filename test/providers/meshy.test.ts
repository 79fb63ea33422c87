import { expect, onTestFinished, test } from "vitest";

import { meshy } from "#activities/providers/meshy/meshy.ts";
import provider from "#catalog/providers/meshy.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startMeshy } from "#test/support/providers/meshy.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startMeshy);

describeAdapter({
  provider,
  adapter: meshy,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    no_plan: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    tasks_at_once: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
  },
  failures: { FAILED: "provider_failed", CANCELED: "canceled" },
});

const requestFor = requestsTo(provider);

test("a model from a text is a preview, moderated and in one format", async () => {
  const request = requestFor("meshy-6", "text-to-3d");

  await meshy.submit(request, callTo(simulator));

  expect(onlyRequest(simulator).url.pathname).toBe("/openapi/v2/text-to-3d");
  expect(receivedJson(onlyRequest(simulator))).toEqual({
    mode: "preview",
    ai_model: "meshy-6",
    prompt: "a red fox in the snow",
    moderation: true,
    target_formats: ["glb"],
  });
});

test("the texture that is paid is requested", async () => {
  const request = requestFor("meshy-t2", "image-to-3d");

  await meshy.submit(request, callTo(simulator));

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({
    model_type: "smart-topology",
    ai_model: "meshy-t2",
    should_texture: true,
  });
});

test.each([
  ["meshy-6", "text-to-3d", {}, 20],
  ["meshy-7", "image-to-3d", {}, 30],
  ["meshy-7", "image-to-3d", { should_texture: false }, 20],
  ["meshy-t2", "text-to-3d", {}, 5],
  ["meshy-t2", "image-to-3d", {}, 15],
] as const)("%s makes %s with %j for %d credits", async (id, capability, own, credits) => {
  simulator.play({ runningPolls: 0 });
  const request = requestFor(id, capability, { parameters: { modelParameters: own } });
  const answer = await meshy.submit(request, callTo(simulator));

  const polled = await meshy.poll?.(handleOf(answer), callTo(simulator));

  const cost = polled?.state === "succeeded" ? polled.result.costUsd : undefined;
  expect(cost).toBeCloseTo(credits * 0.04, 9);
});

test("a task that failed for its content is a refusal, not a mere failure", async () => {
  const moderating = await startMeshy({ failure: "The result is inappropriate." });
  onTestFinished(async () => moderating.close());
  const answer = await meshy.submit(requestFor("meshy-6", "text-to-3d"), callTo(moderating));
  moderating.play({ status: "FAILED" });

  const attempt = meshy.poll?.(handleOf(answer), callTo(moderating));

  await expect(attempt).rejects.toMatchObject({ code: "content_refused" });
});
