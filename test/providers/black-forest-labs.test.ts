import { expect, test } from "vitest";

import { blackForestLabs } from "#activities/providers/black-forest-labs/black-forest-labs.ts";
import provider from "#catalog/providers/black-forest-labs.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startBlackForestLabs);

describeAdapter({
  provider,
  adapter: blackForestLabs,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    moderated: "content_refused",
  },
  failures: {
    Error: "provider_failed",
    Failed: "provider_failed",
    "Request Moderated": "content_refused",
    "Content Moderated": "content_refused",
    "Task not found": "provider_failed",
  },
});

const requestFor = requestsTo(provider);

test("a failed FLUX 3 task, reported with HTTP 503, ends the generation", async () => {
  const call = callTo(simulator);
  const request = requestFor("flux-3-video", "text-to-video");
  const handle = handleOf(await blackForestLabs.submit(request, call));
  simulator.play({ status: "Error" });

  const asked = blackForestLabs.poll?.(handle, call);

  await expect(asked).rejects.toMatchObject({ code: "provider_failed", details: { status: 503 } });
});

test.each([1, 2, 3])("%i keyframes of FLUX 3 are sent as a list of URLs", async (count) => {
  const inputs = Array.from({ length: count }, () => sampleInput("image"));
  const request = requestFor("flux-3-video", "image-to-video", { inputs });

  await blackForestLabs.submit(request, callTo(simulator));

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({
    mode: "i2v",
    keyframes: inputs.map(({ url }) => url),
    duration: 5,
  });
});

test("FLUX 3 receives no webhook URL, which its schema refuses, and FLUX.2 does", async () => {
  const callback = { url: "https://engine.gme-tests.org/hook", secret: "ours", token: "t" };
  const call = callTo(simulator);
  const third = requestFor("flux-3-image", "text-to-image", { callback });
  const second = requestFor("flux-2-pro", "text-to-image", { callback });

  await blackForestLabs.submit(third, call);
  await blackForestLabs.submit(second, call);

  const urls = simulator.requests.map((request) => receivedJson(request)["webhook_url"]);
  expect(urls).toEqual([undefined, callback.url]);
  expect([third, second].map((each) => blackForestLabs.sendsWord?.(each, call))).toEqual([
    false,
    true,
  ]);
});

test("FLUX.1 receives images as base64 even when it could fetch them", async () => {
  const inputs = [sampleInput("image"), sampleInput("mask")];
  const request = requestFor("flux-pro-1.0-fill", "inpainting", { inputs });

  await blackForestLabs.submit(request, callTo(simulator));

  const { image, mask } = receivedJson(onlyRequest(simulator));
  for (const file of [image, mask]) expect(file).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
});

test("a polling URL on another host never receives the key", async () => {
  const call = callTo({ url: "http://127.0.0.1:9" });
  const handle = {
    id: "1",
    contentType: "image/jpeg",
    pollingUrl: `${simulator.url}/v1/get_result?id=1`,
  };

  const attempt = blackForestLabs.poll?.(handle, call);

  await expect(attempt).rejects.toMatchObject({ code: "provider_response_invalid" });
  expect(simulator.requests).toEqual([]);
});
