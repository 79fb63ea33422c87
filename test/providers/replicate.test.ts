import { expect, onTestFinished, test } from "vitest";

import { replicate } from "#activities/providers/replicate/replicate.ts";
import provider from "#catalog/providers/replicate.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { startReplicate } from "#test/support/providers/replicate.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startReplicate);

describeAdapter({
  provider,
  adapter: replicate,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    no_model: "model_not_available",
  },
  failures: { failed: "provider_failed", canceled: "canceled", aborted: "canceled" },
});

const requestFor = requestsTo(provider);

test("a prediction of an official model states its number of outputs, which is billed", async () => {
  await replicate.submit(requestFor("flux-schnell", "text-to-image"), callTo(simulator));

  const request = onlyRequest(simulator);
  expect(request.url.pathname).toBe("/v1/models/black-forest-labs/flux-schnell/predictions");
  expect(receivedJson(request)["input"]).toMatchObject({ num_outputs: 1 });
});

test("images without a public URL are sent as data up to 256 kB", async () => {
  const change = { inputsAreReachable: false };
  const large = { ...change, inputs: [{ ...sampleInput("image"), bytes: 256_001 }] };

  await replicate.submit(requestFor("flux-dev", "image-to-image", change), callTo(simulator));
  const attempt = replicate.submit(
    requestFor("flux-dev", "image-to-image", large),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(receivedJson(onlyRequest(simulator))["input"]).toMatchObject({
    image: expect.stringMatching(/^data:image\//),
  });
});

test("a prediction whose images were all withheld is refused content", async () => {
  const filtering = await startReplicate({
    error: "All generated images contained NSFW content. Try running it again.",
  });
  onTestFinished(async () => filtering.close());
  const request = requestFor("flux-schnell", "text-to-image");
  const answer = await replicate.submit(request, callTo(filtering));
  filtering.play({ status: "failed" });

  const attempt = replicate.poll?.(handleOf(answer), callTo(filtering));

  await expect(attempt).rejects.toMatchObject({ code: "content_refused" });
});

test("one webhook is requested, for the end of the prediction", async () => {
  const callback = { url: "https://engine.example/hook", secret: "ours", token: "t" };

  await replicate.submit(
    requestFor("flux-schnell", "text-to-image", { callback }),
    callTo(simulator),
  );

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({
    webhook: "https://engine.example/hook",
    webhook_events_filter: ["completed"],
  });
});
