import { expect, onTestFinished, test } from "vitest";

import { xai } from "#activities/providers/xai/xai.ts";
import provider from "#catalog/providers/xai.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";
import { startXai } from "#test/support/providers/xai.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startXai);

describeAdapter({
  provider,
  adapter: xai,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    no_model: "model_not_available",
  },
  failures: { failed: "provider_failed", expired: "provider_failed" },
});

const requestFor = requestsTo(provider);
const sent = () => receivedJson(onlyRequest(simulator));

async function startWith(options: Parameters<typeof startXai>[0]) {
  const other = await startXai(options);
  onTestFinished(async () => other.close());
  return other;
}

test("an image request states the size and quality of its published price", async () => {
  await xai.submit(requestFor("grok-imagine-image-2.0", "text-to-image"), callTo(simulator));

  expect(sent()).toMatchObject({ resolution: "1k", quality: "low", response_format: "b64_json" });
});

test("one image is edited as `image`, several as `images`", async () => {
  const pictures = [sampleInput("image"), sampleInput("image")];
  const request = requestFor("grok-imagine-image", "image-to-image");

  await xai.submit({ ...request, inputs: pictures.slice(0, 1) }, callTo(simulator));
  await xai.submit({ ...request, inputs: pictures }, callTo(simulator));

  const [one, two] = simulator.requests.map((each) => receivedJson(each));
  expect(one).toMatchObject({ image: { url: pictures[0]?.url, type: "image_url" } });
  expect(one).not.toHaveProperty("images");
  expect(two?.["images"]).toHaveLength(2);
  expect(simulator.requests.map(({ url }) => url.pathname)).toEqual([
    "/v1/images/edits",
    "/v1/images/edits",
  ]);
});

test("a video request states its length and resolution, because the vendor's own would be billed", async () => {
  const request = requestFor("grok-imagine-video", "text-to-video");

  await xai.submit(request, callTo(simulator));

  expect(sent()).toMatchObject({ duration: 8, resolution: "480p" });
});

test("the shape of an image is not overridden in its video", async () => {
  const request = requestFor("grok-imagine-video", "image-to-video", {
    parameters: { aspectRatio: "9:16" },
  });

  await xai.submit(request, callTo(simulator));

  expect(sent()).not.toHaveProperty("aspect_ratio");
});

test("an image and a video report their cost", async () => {
  simulator.play({ runningPolls: 0 });
  const image = await xai.submit(
    requestFor("grok-imagine-image", "image-to-image"),
    callTo(simulator),
  );
  const video = await xai.submit(
    requestFor("grok-imagine-video", "text-to-video", { parameters: { durationSeconds: 4 } }),
    callTo(simulator),
  );

  const polled = await xai.poll?.(handleOf(video), callTo(simulator));

  expect(image).toMatchObject({ result: { costUsd: 0.022 } });
  expect(polled).toMatchObject({ result: { costUsd: 0.2 } });
});

test("a moderated image, which is charged, is a refusal and not a lost result", async () => {
  const moderating = await startWith({ isModerated: true });

  const attempt = xai.submit(requestFor("grok-imagine-image", "text-to-image"), callTo(moderating));

  await expect(attempt).rejects.toMatchObject({ code: "content_refused" });
});

test.each([
  [{ isModerated: true }, "done"],
  [{ failure: { code: "invalid_argument", message: "Rejected by content moderation." } }, "failed"],
])("a moderated video is a refusal: %j", async (options, status) => {
  const moderating = await startWith(options);
  const request = requestFor("grok-imagine-video", "text-to-video");
  const answer = await xai.submit(request, callTo(moderating));
  moderating.play({ status });

  const attempt = xai.poll?.(handleOf(answer), callTo(moderating));

  await expect(attempt).rejects.toMatchObject({ code: "content_refused" });
});

test.each([
  [{}, { state: "running", fraction: 0.4 }],
  [{ isTerse: true }, { state: "running" }],
])(
  "a video is running while the response has status 202, with or without a body: %j",
  async (options, expected) => {
    const running = await startWith(options);
    const request = requestFor("grok-imagine-video", "text-to-video");
    const answer = await xai.submit(request, callTo(running));

    expect(await xai.poll?.(handleOf(answer), callTo(running))).toEqual(expected);
  },
);

test("an image of more than 10 MiB is refused before anything is sent", async () => {
  const inputs = [{ ...sampleInput("image"), bytes: 10 * 1024 * 1024 + 1 }];

  const attempt = xai.submit(
    requestFor("grok-imagine-video", "image-to-video", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});
