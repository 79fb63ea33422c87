import { expect, onTestFinished, test } from "vitest";

import { alibaba } from "#activities/providers/alibaba/alibaba.ts";
import provider from "#catalog/providers/alibaba.ts";
import { startAlibaba } from "#test/support/providers/alibaba.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startAlibaba);

describeAdapter({
  provider,
  adapter: alibaba,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    free_quota: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    not_found: "model_not_available",
  },
  failures: { FAILED: "provider_failed", CANCELED: "canceled" },
});

const requestFor = requestsTo(provider);

test("frames are media with a type, and nothing that determines the price is left to a default", async () => {
  const inputs = [sampleInput("image"), sampleInput("image")];
  const request = requestFor("wan-2.7-i2v", "image-to-video", { inputs });

  await alibaba.submit(request, callTo(simulator));

  expect(receivedJson(onlyRequest(simulator))).toEqual({
    model: "wan2.7-i2v",
    input: {
      prompt: "a red fox in the snow",
      media: [
        { type: "first_frame", url: inputs[0]?.url },
        { type: "last_frame", url: inputs[1]?.url },
      ],
    },
    parameters: { resolution: "720P", duration: 5, watermark: false },
  });
});

test("the references of an edit come before its prompt", async () => {
  const inputs = [sampleInput("image"), sampleInput("image")];
  const request = requestFor("qwen-image-2.0", "image-to-image", { inputs });

  await alibaba.submit(request, callTo(simulator));

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({
    input: {
      messages: [
        {
          content: [
            { image: inputs[0]?.url },
            { image: inputs[1]?.url },
            { text: "a red fox in the snow" },
          ],
        },
      ],
    },
    parameters: { n: 1, watermark: false },
  });
});

test.each([
  ["720p", 0.5],
  ["1080p", 0.75],
])("five seconds of %s report the cost of their seconds", async (resolution, usd) => {
  simulator.play({ runningPolls: 0 });
  const request = requestFor("wan-2.7-t2v", "text-to-video", { parameters: { resolution } });
  const answer = await alibaba.submit(request, callTo(simulator));

  const polled = await alibaba.poll?.(handleOf(answer), callTo(simulator));

  expect(polled).toMatchObject({ state: "succeeded" });
  expect(polled?.state === "succeeded" ? polled.result.costUsd : undefined).toBeCloseTo(usd, 9);
});

test("several images report the cost of each", async () => {
  const request = requestFor("qwen-image-2.0-pro", "text-to-image", { parameters: { count: 2 } });

  const answer = await alibaba.submit(request, callTo(simulator));

  expect(answer).toMatchObject({ state: "succeeded", result: { costUsd: 0.15 } });
});

test("a task whose video is withheld is refused content", async () => {
  const failure = { code: "DataInspectionFailed", message: "Output may be inappropriate." };
  const moderating = await startAlibaba({ failure });
  onTestFinished(async () => moderating.close());
  const request = requestFor("wan-2.7-t2v", "text-to-video");
  const answer = await alibaba.submit(request, callTo(moderating));
  moderating.play({ status: "FAILED" });

  const attempt = alibaba.poll?.(handleOf(answer), callTo(moderating));

  await expect(attempt).rejects.toMatchObject({ code: "content_refused" });
});

test("a queued task is canceled, a running one is left alone", async () => {
  const request = requestFor("wan-2.7-t2v", "text-to-video");
  const handle = handleOf(await alibaba.submit(request, callTo(simulator)));

  simulator.play({ status: "RUNNING" });
  await alibaba.cancel?.(handle, callTo(simulator));
  simulator.play({ runningPolls: 9 });
  await alibaba.cancel?.(handle, callTo(simulator));

  expect(simulator.requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "POST"]);
  expect(await alibaba.poll?.(handle, callTo(simulator))).toEqual({ state: "canceled" });
});
