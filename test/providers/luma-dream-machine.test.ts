import { expect, onTestFinished, test } from "vitest";

import { lumaDreamMachine } from "#activities/providers/luma/luma-dream-machine.ts";
import provider from "#catalog/providers/luma.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startLumaDreamMachine } from "#test/support/providers/luma-dream-machine.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startLumaDreamMachine);

describeAdapter({
  provider,
  service: "luma-dream-machine",
  adapter: lumaDreamMachine,
  simulator,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    suspended: "provider_credential_invalid",
  },
  failures: { failed: "provider_failed" },
  addressesOnly: ["image-to-video", "image-to-image"],
});

const sent = () => receivedJson(onlyRequest(simulator));
const requestFor = requestsTo(provider);
const pictures = (count: number) => Array.from({ length: count }, () => sampleInput("image"));

test.each([
  ["Contains blacklisted words", "content_refused"],
  ["Frame moderation failed", "content_refused"],
  ["Advanced prompt moderation failed", "content_refused"],
  ["Prompt is too short, minimum length is 3 characters", "provider_rejected"],
  ["Loop is not supported for keyframes", "provider_rejected"],
  ["400: failed to moderate image", "provider_failed"],
  ["Failed to read user input frames", "provider_failed"],
  ["Prompt processing failed", "provider_failed"],
])("a generation that failed for “%s” is %s and is not polled again", async (reason, code) => {
  const failing = await startLumaDreamMachine({ failureReason: reason });
  onTestFinished(async () => failing.close());
  const call = callTo(failing);
  const answer = await lumaDreamMachine.submit(requestFor("photon-1", "text-to-image"), call);
  failing.play({ status: "failed" });

  const attempt = lumaDreamMachine.poll?.(handleOf(answer), call);

  await expect(attempt).rejects.toMatchObject({ code, details: { reason } });
  expect(failing.submissions()).toBe(1);
});

test("two images are the first and the last frame of a video", async () => {
  const request = requestFor("ray-2", "image-to-video", { inputs: pictures(2) });

  await lumaDreamMachine.submit(request, callTo(simulator));

  const [first, last] = request.inputs;
  expect(sent()["keyframes"]).toEqual({
    frame0: { type: "image", url: first?.url },
    frame1: { type: "image", url: last?.url },
  });
});

test("the priced values are sent for omitted parameters", async () => {
  await lumaDreamMachine.submit(requestFor("ray-flash-2", "text-to-video"), callTo(simulator));

  expect(sent()).toMatchObject({ resolution: "720p", duration: "5s" });
});

test("the first image is modified, and the others are references", async () => {
  const request = requestFor("photon-1", "image-to-image", { inputs: pictures(3) });

  await lumaDreamMachine.submit(request, callTo(simulator));

  const [first, ...others] = request.inputs.map(({ url }) => ({ url }));
  expect(sent()).toMatchObject({ modify_image_ref: first, image_ref: others });
});

test("an image that is too large is refused before anything is sent", async () => {
  const inputs = [{ ...sampleInput("image"), bytes: 20_000_001 }];
  const request = requestFor("ray-2", "image-to-video", { inputs });

  const attempt = lumaDreamMachine.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});
