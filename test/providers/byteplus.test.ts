import { expect, onTestFinished, test } from "vitest";

import { byteplus } from "#activities/providers/byteplus/byteplus.ts";
import provider, { tokenPrices } from "#catalog/providers/byteplus.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { startByteplus, tokens } from "#test/support/providers/byteplus.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startByteplus);

describeAdapter({
  provider,
  adapter: byteplus,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    not_open: "model_not_available",
  },
  failures: { failed: "provider_failed", expired: "provider_failed", cancelled: "canceled" },
});

const requestFor = requestsTo(provider);

test("frames are content with a role, and the video keeps the shape of its first frame", async () => {
  const inputs = [sampleInput("image"), sampleInput("image")];
  const request = requestFor("seedance-2.5", "image-to-video", { inputs });

  await byteplus.submit(request, callTo(simulator));

  const { content, ratio, watermark } = receivedJson(onlyRequest(simulator));
  expect(content).toMatchObject([
    { type: "text" },
    { type: "image_url", image_url: { url: inputs[0]?.url }, role: "first_frame" },
    { type: "image_url", role: "last_frame" },
  ]);
  expect({ ratio, watermark }).toEqual({ ratio: "adaptive", watermark: false });
});

test("everything that determines the price is stated", async () => {
  const request = requestFor("byteplus-seedance-1.5-pro", "text-to-video");

  await byteplus.submit(request, callTo(simulator));

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({
    duration: 5,
    resolution: "720p",
    generate_audio: false,
  });
});

/** Five seconds by the vendor's page and by a measured task: width x height x 121 frames / 1024 tokens. */
test.each([
  ["480p", 864 * 496],
  ["720p", 1_280 * 720],
  ["1080p", 1_920 * 1_088],
])("the price of %s covers the tokens of a video", (resolution, pixels) => {
  for (const { id, upstreamModel, pricing, priceFactors } of provider.models) {
    const { usual, at1080p = usual } = tokenPrices[String(upstreamModel)] ?? { usual: Infinity };
    const factor = priceFactors?.["resolution"]?.[resolution];
    if (typeof factor !== "number") continue;
    const millionUsd = resolution === "1080p" ? at1080p : usual;
    const billed = (pixels * 121 * millionUsd) / 1_024 / 1_000_000;

    const covered = (pricing.typicalUsd * factor) / billed;

    expect([id, covered >= 1 && covered < 1.03]).toEqual([id, true]);
  }
});

test.each([
  ["seedance-1.0-pro", {}, 2.5],
  ["byteplus-seedance-1.5-pro", { modelParameters: { generate_audio: true } }, 2.4],
  ["seedance-2.0", { resolution: "1080p" }, 7.7],
])("%s with %j reports the cost of the tokens", async (id, parameters, millionUsd) => {
  simulator.play({ runningPolls: 0 });
  const request = requestFor(id, "text-to-video", { parameters });
  const answer = await byteplus.submit(request, callTo(simulator));

  const polled = await byteplus.poll?.(handleOf(answer), callTo(simulator));

  const cost = polled?.state === "succeeded" ? polled.result.costUsd : undefined;
  expect(cost).toBeCloseTo((tokens * millionUsd) / 1_000_000, 9);
});

test("a task whose video is withheld is refused content", async () => {
  const failure = { code: "OutputVideoSensitiveContentDetected", message: "Withheld." };
  const moderating = await startByteplus({ failure });
  onTestFinished(async () => moderating.close());
  const request = requestFor("seedance-2.0", "text-to-video");
  const answer = await byteplus.submit(request, callTo(moderating));
  moderating.play({ status: "failed" });

  const attempt = byteplus.poll?.(handleOf(answer), callTo(moderating));

  await expect(attempt).rejects.toMatchObject({ code: "content_refused" });
});

test("a running task is not deleted by a cancellation", async () => {
  const request = requestFor("seedance-2.0", "text-to-video");
  const handle = handleOf(await byteplus.submit(request, callTo(simulator)));
  simulator.play({ status: "running" });

  await byteplus.cancel?.(handle, callTo(simulator));

  expect(simulator.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
});
