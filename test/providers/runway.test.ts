import { expect, onTestFinished, test } from "vitest";

import { runway } from "#activities/providers/runway/runway.ts";
import provider from "#catalog/providers/runway.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { inputOf, videoOf } from "#test/support/providers/input-of.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { startRunway } from "#test/support/providers/runway.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startRunway);

describeAdapter({
  provider,
  adapter: runway,
  simulator,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    daily_limit: "provider_balance_empty",
    invalid: "provider_rejected",
    sheds_load: "provider_overloaded",
    sheds_at_gateway: "provider_overloaded",
    overloaded: "provider_overloaded",
  },
  failures: { FAILED: "provider_failed", CANCELLED: "canceled" },
});

const requestFor = requestsTo(provider);

test.each([
  ["SAFETY.INPUT.TEXT", "content_refused"],
  ["SAFETY.OUTPUT.VIDEO", "content_refused"],
  ["INPUT_PREPROCESSING.SAFETY.TEXT", "content_refused"],
  ["ASSET.INVALID", "input_invalid"],
  ["INPUT_PREPROCESSING.INTERNAL", "provider_failed"],
  ["INTERNAL.BAD_OUTPUT.CODE01", "provider_failed"],
  ["THIRD_PARTY.UNAVAILABLE", "provider_failed"],
])("a task that failed for %s is %s", async (failureCode, code) => {
  const failing = await startRunway({ failureCode });
  onTestFinished(async () => failing.close());
  const call = callTo(failing);
  const request = requestFor("gen4_image", "text-to-image");
  const answer = await runway.submit(request, call);
  failing.play({ status: "FAILED" });

  const attempt = runway.poll?.(handleOf(answer), call);

  await expect(attempt).rejects.toMatchObject({ code });
  expect(failing.submissions()).toBe(1);
});

test("an input too large for a data URL or the body is uploaded, and only Runway receives the key", async () => {
  const image = inputOf("image", Buffer.alloc(17_000_000));
  const request = requestFor("gen4_turbo", "image-to-video", { inputs: [image] });

  await runway.submit(request, callTo(simulator));

  expect(simulator.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /v1/uploads",
    "POST /storage",
    "POST /v1/image_to_video",
  ]);
  expect(simulator.requests[1]?.headers["authorization"]).toBeUndefined();
  expect(simulator.requests[2]?.body.toString()).toContain('"promptImage":"runway://');
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("an input larger than the upload limit is refused at no charge", async () => {
  const image = { ...sampleInput("image"), bytes: 200_000_001 };
  const request = requestFor("gen4_turbo", "image-to-video", { inputs: [image] });

  const attempt = runway.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});

test("a performance without its recording is refused before it is paid", async () => {
  const inputs = [sampleInput("image")];
  const request = requestFor("act_two", "image-to-video", { inputs });

  const attempt = runway.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "input_missing",
    details: { missing: ["reference"] },
  });
  expect(simulator.submissions()).toBe(0);
});

test("a video longer than the paid duration is refused, and with that duration sent", async () => {
  const request = requestFor("aleph2", "video-editing", { inputs: [videoOf(8)] });

  const attempt = runway.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    issues: [{ pointer: "/parameters/durationSeconds" }],
  });
  expect(simulator.submissions()).toBe(0);
  await runway.submit({ ...request, parameters: { durationSeconds: 8 } }, callTo(simulator));
  expect(receivedJson(onlyRequest(simulator))).not.toHaveProperty("duration");
});

test("images that guide an edit are spread over the video", async () => {
  const inputs = (["video", "image", "image", "image"] as const).map(sampleInput);
  const request = requestFor("aleph2", "video-editing", { inputs });

  await runway.submit(request, callTo(simulator));

  const keyframes = receivedJson(onlyRequest(simulator))["keyframes"] as { at: number }[];
  expect(keyframes.map(({ at }) => at)).toEqual([0, 0.5, 1]);
});

test.each(["runway-seedance-2.0-mini", "wan-3"])(
  "an image that %s animates is at its start",
  async (id) => {
    const inputs = [sampleInput("image")];
    const request = requestFor(id, "image-to-video", { inputs });

    await runway.submit(request, callTo(simulator));

    const { promptImage } = receivedJson(onlyRequest(simulator));
    expect(promptImage).toEqual([{ uri: expect.any(String) as string, position: "first" }]);
  },
);

test("a cancellation keeps a finished task, and a deleted task is canceled", async () => {
  const call = callTo(simulator);
  const request = requestFor("gen4_image", "text-to-image");
  const answer = await runway.submit(request, call);
  const handle = handleOf(answer);
  simulator.play({ runningPolls: 0 });

  await runway.cancel?.(handle, call);

  expect(simulator.requests.map(({ method }) => method)).not.toContain("DELETE");
  expect(await runway.poll?.(handle, call)).toMatchObject({ state: "succeeded" });
  expect(await runway.poll?.({ ...handle, id: "gone" }, call)).toEqual({ state: "canceled" });
  await expect(runway.cancel?.({ ...handle, id: "gone" }, call)).resolves.toBeUndefined();
});
