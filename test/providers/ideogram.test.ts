import { describe, expect, test } from "vitest";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { toBlackMask } from "#activities/providers/alpha-mask.ts";
import { ideogram } from "#activities/providers/ideogram/ideogram.ts";
import provider from "#catalog/providers/ideogram.ts";
import { handleOf, resultOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startIdeogram, unsafeWords } from "#test/support/providers/ideogram.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedForm } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const requestFor = requestsTo(provider);
const simulator = useSimulator(startIdeogram);

describeAdapter({
  provider,
  adapter: ideogram,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
  },
  failures: { failed: "provider_failed" },
});

const callback = {
  url: "https://engine.gme-tests.org/provider-webhooks/ideogram/t",
  secret: "ours",
  token: "t",
};

describe("in the background", () => {
  test("an unsafe result is refused when it is polled, and billed once", async () => {
    simulator.play({ runningPolls: 0 });
    const request = requestFor("ideogram-v4", "text-to-image", {
      prompt: `a fox, ${unsafeWords.all}`,
    });

    const asked = ideogram.poll?.(handleOf(await submit(request)), callTo(simulator));

    await expect(asked).rejects.toMatchObject({ code: "content_refused" });
    expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
  });

  test.each([
    ["https", callback.url, callback.url],
    ["http", callback.url.replace("https:", "http:"), null],
  ])("a webhook URL with %s is sent as %s", async (_scheme, url, sentUrl) => {
    const own = { ...callback, url };
    const request = requestFor("ideogram-v4", "text-to-image", { callback: own });

    expect(await submit(request)).toMatchObject({ state: "accepted" });
    expect(onlyRequest(simulator).url.searchParams.get("webhook_url")).toBe(sentUrl);
    expect(ideogram.sendsWord?.(request, callTo(simulator))).toBe(sentUrl !== null);
  });

  test("4.0 is drawn in the background without a webhook URL", async () => {
    const answer = await submit(requestFor("ideogram-v4", "text-to-image"));

    expect(answer).toMatchObject({ state: "accepted" });
    expect(onlyRequest(simulator).url.href).toMatch(/\/v1\/ideogram-v4\/async\/generate$/);
  });

  test("a provider's id is escaped in the path", async () => {
    const asked = ideogram.poll?.({ id: "../../models?scope=owned" }, callTo(simulator));

    await expect(asked).rejects.toMatchObject({ code: "provider_result_expired" });
    expect(onlyRequest(simulator).url.pathname).toMatch(/^\/v1\/generations\/[^/]+$/);
  });
});

const submit = async (request: AdapterRequest) => ideogram.submit(request, callTo(simulator));
const sent = async () => receivedForm(onlyRequest(simulator));

test("only the safe ones of several results are returned", async () => {
  const request = requestFor("ideogram-v3", "text-to-image", {
    prompt: `a fox, ${unsafeWords.some}`,
    parameters: { count: 3, seed: 7 },
  });

  const answer = await submit(request);

  expect(answer).toMatchObject({ state: "succeeded", result: { seed: 8 } });
  expect(resultOf(answer).files).toHaveLength(2);
});

test("unsafe results only are a permanent refusal, and nothing is sent again", async () => {
  const request = requestFor("ideogram-v3", "text-to-image", {
    prompt: `a fox, ${unsafeWords.all}`,
  });

  await expect(submit(request)).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "the result is not safe" },
  });
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("a mask is sent with its white area in black, next to the image", async () => {
  await submit(requestFor("ideogram-v3-inpaint", "inpainting"));

  const form = await sent();
  expect((form.get("image") as File).name).toBe("image.png");
  const mask = Buffer.from(await (form.get("mask") as File).arrayBuffer());
  expect(mask.equals(await toBlackMask(mediaFile("png")))).toBe(true);
});

test("inpainting without a mask is refused before anything is paid", async () => {
  const request = requestFor("ideogram-v3-inpaint", "inpainting", {
    inputs: [sampleInput("image")],
  });

  await expect(submit(request)).rejects.toMatchObject({
    code: "input_missing",
    details: { missing: ["mask"] },
  });
  expect(simulator.submissions()).toBe(0);
});

test("images that are too large are refused before anything is paid", async () => {
  const inputs = [sampleInput("image"), { ...sampleInput("image"), bytes: 10_000_001 }];
  const request = requestFor("ideogram-edit", "image-to-image", { inputs });

  await expect(submit(request)).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.submissions()).toBe(0);
});

test("a structured prompt replaces the text", async () => {
  const json = { objects: [{ text: "SALE" }] };
  const request = requestFor("ideogram-v4", "text-to-image", {
    parameters: { aspectRatio: "16:9", modelParameters: { json_prompt: json } },
  });

  await submit(request);

  const fields = Object.fromEntries(await sent());
  expect(fields).toEqual({
    json_prompt: JSON.stringify(json),
    resolution: "2560x1440",
    rendering_speed: "DEFAULT",
  });
});

test("the priced defaults are sent, and the aspect ratio as one size", async () => {
  const request = requestFor("ideogram-v3", "text-to-image", {
    parameters: { aspectRatio: "16:9", count: 2, style: "watercolor" },
  });

  await submit(request);

  expect(Object.fromEntries(await sent())).toEqual({
    prompt: "a red fox in the snow, watercolor style",
    resolution: "1312x736",
    rendering_speed: "DEFAULT",
    num_images: "2",
  });
});
