import { expect, onTestFinished, test } from "vitest";

import { luma } from "#activities/providers/luma/luma.ts";
import provider from "#catalog/providers/luma.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { videoOf } from "#test/support/providers/input-of.ts";
import { startLuma } from "#test/support/providers/luma.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startLuma);

describeAdapter({
  provider,
  adapter: luma,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    too_many_jobs: "provider_rate_limited",
    suspended: "provider_credential_invalid",
    invalid: "provider_rejected",
    too_large: "input_too_large",
    not_ingested: "provider_overloaded",
  },
  failures: { failed: "provider_failed" },
});

const sent = () => receivedJson(onlyRequest(simulator));
const requestFor = requestsTo(provider);

test.each([
  ["content_moderated", "content_refused"],
  ["budget_exhausted", "provider_balance_empty"],
  ["image_too_large", "input_too_large"],
  ["unsupported_format", "input_invalid"],
  ["corrupt_input", "input_invalid"],
  ["invalid_request", "provider_rejected"],
  ["output_not_found", "provider_failed"],
  ["rate_limited", "provider_failed"],
])("a generation that failed for %s is %s and is not polled again", async (word, code) => {
  const failing = await startLuma({ failureCode: word });
  onTestFinished(async () => failing.close());
  const call = callTo(failing);
  const answer = await luma.submit(requestFor("uni-1", "text-to-image"), call);
  failing.play({ status: "failed" });

  const attempt = luma.poll?.(handleOf(answer), call);

  await expect(attempt).rejects.toMatchObject({ code });
  expect(failing.submissions()).toBe(1);
});

test("several images are frames of a video, from its first to its last", async () => {
  const inputs = (["image", "image", "image"] as const).map(sampleInput);
  const parameters = { durationSeconds: 10 };
  const request = requestFor("ray-3.2", "image-to-video", { inputs, parameters });

  await luma.submit(request, callTo(simulator));

  expect(sent()["video"]).toMatchObject({
    duration: "10s",
    keyframe_indexes: [0, 120, 240],
  });
});

test("an edit derives its controls from the video unless a strength is set", async () => {
  const request = requestFor("ray-3.2", "video-editing");
  const modelParameters = { "video.edit.strength": "flex_2" };

  await luma.submit(request, callTo(simulator));
  await luma.submit({ ...request, parameters: { modelParameters } }, callTo(simulator));

  const videos = simulator.requests.map((each) => receivedJson(each)["video"]);
  expect(videos).toEqual([
    { resolution: "720p", edit: { auto_controls: true } },
    { resolution: "720p", edit: { strength: "flex_2" } },
  ]);
});

test("an edit of a video longer than the paid duration is refused before it is paid", async () => {
  const inputs = [videoOf(8)];
  const request = requestFor("ray-3.2", "video-editing", { inputs });

  const attempt = luma.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "parameter_not_supported" });
  expect(simulator.submissions()).toBe(0);
});

test("the first image is edited, and the others are references", async () => {
  const inputs = (["image", "image", "image"] as const).map(sampleInput);
  const request = requestFor("uni-1", "image-to-image", { inputs });

  await luma.submit(request, callTo(simulator));

  expect(sent()).toMatchObject({
    type: "image_edit",
    source: { media_type: "image/png" },
    image_ref: [{ media_type: "image/png" }, { media_type: "image/png" }],
  });
});

test("an input that Luma would reject costs nothing", async () => {
  const inputs = [{ ...sampleInput("image"), bytes: 50_000_001 }];
  const request = requestFor("uni-1", "image-to-image", { inputs });

  for (const inputsAreReachable of [true, false]) {
    const attempt = luma.submit({ ...request, inputsAreReachable }, callTo(simulator));

    await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  }
  expect(simulator.requests).toEqual([]);
});
