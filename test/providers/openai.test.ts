import { describe, expect, onTestFinished, test } from "vitest";

import { toAlphaMask } from "#activities/providers/alpha-mask.ts";
import { openai } from "#activities/providers/openai/openai.ts";
import provider from "#catalog/providers/openai.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { inputOf } from "#test/support/providers/input-of.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { answeredDrawing, refusedDrawing } from "#test/support/providers/openai-responses.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

import { describeAdapter } from "./adapter-suite.ts";

const requestFor = requestsTo(provider);
const simulator = useSimulator(startOpenai);

describeAdapter({
  provider,
  adapter: openai,
  simulator,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    retired: "model_not_available",
    busy: "provider_overloaded",
  },
  failures: {},
  textModels: ["gpt-transcribe", "gpt-4o-transcribe", "gpt-4o-mini-transcribe", "gpt-5.6-luna"],
});

describe("in the background", () => {
  const inBackground = { ways: { OPENAI_IMAGES: "background" } };
  const submitted = async (prompt: string) => {
    const request = requestFor("gpt-image-2", "text-to-image", { prompt });
    return openai.submit(request, callTo(simulator, inBackground));
  };

  describeAdapter({
    provider: {
      ...provider,
      models: provider.models.filter(({ capabilities }) => capabilities.includes("text-to-image")),
    },
    adapter: openai,
    simulator,
    way: { call: inBackground },
    refusals: {
      balance: "provider_balance_empty",
      rate_limited: "provider_rate_limited",
      moderated: "content_refused",
      invalid: "provider_rejected",
      retired: "model_not_available",
      busy: "provider_overloaded",
    },
    failures: { failed: "provider_failed", incomplete: "provider_failed", cancelled: "canceled" },
  });

  test("an image is polled by its response id, which webhooks contain, too", async () => {
    const answer = await submitted("a fox");

    expect(onlyRequest(simulator).url.pathname).toBe("/v1/responses");
    expect(receivedJson(onlyRequest(simulator))).toMatchObject({
      background: true,
      store: true,
      input: [{ role: "user", content: [{ type: "input_text", text: "a fox" }] }],
      tools: [{ type: "image_generation", action: "generate", model: "gpt-image-2" }],
      tool_choice: { type: "image_generation" },
    });
    expect(answer).toMatchObject({ providerRequestId: handleOf(answer)["id"] });
  });

  test("a mask is sent to the tool with its white area transparent", async () => {
    const inputs = [sampleInput("image"), sampleInput("mask")];
    const request = requestFor("gpt-image-2", "inpainting", { inputs });

    await openai.submit(request, callTo(simulator, inBackground));

    const mask = (await toAlphaMask(mediaFile("png"))).toString("base64");
    expect(receivedJson(onlyRequest(simulator))).toMatchObject({
      tools: [{ action: "edit", input_image_mask: { image_url: `data:image/png;base64,${mask}` } }],
    });
  });

  test.each([
    [refusedDrawing, "content_refused", "Your request was rejected by the safety system."],
    [answeredDrawing, "provider_failed", "completed without a picture"],
  ])("a response without an image, %s, is %s, a certain failure", async (prompt, code, reason) => {
    simulator.play({ runningPolls: 0 });
    const handle = handleOf(await submitted(prompt));

    const asked = openai.poll?.(handle, callTo(simulator));

    await expect(asked).rejects.toMatchObject({ code, details: { reason } });
  });

  test.each([
    ["several pictures at once", { parameters: { count: 2 } }, {}],
    ["requests with an organization's own key", {}, { isOrganizationKey: true }],
  ])("%s are requested directly", async (_what, change, own) => {
    const request = requestFor("gpt-image-2", "text-to-image", change);

    const answer = await openai.submit(request, callTo(simulator, { ...inBackground, ...own }));

    expect(answer.state).toBe("succeeded");
    expect(onlyRequest(simulator).url.pathname).toBe("/v1/images/generations");
  });
});

test("references and a mask are uploaded as files, the mask's white area transparent", async () => {
  const inputs = [sampleInput("image"), sampleInput("image"), sampleInput("mask")];

  await openai.submit(requestFor("gpt-image-2", "inpainting", { inputs }), callTo(simulator));

  const form = await receivedForm(onlyRequest(simulator));
  expect(form.getAll("image[]").map((file) => (file as File).size)).toEqual([198, 198]);
  const mask = Buffer.from(await (form.get("mask") as File).arrayBuffer());
  expect(mask.equals(await toAlphaMask(mediaFile("png")))).toBe(true);
});

test("a refusal within a response is permanent", async () => {
  const request = requestFor("gpt-5.6-luna", "vision-analysis", {
    prompt: "refuse this",
  });

  const attempt = openai.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "I cannot help with that." },
  });
});

test("the provider's request id is kept", async () => {
  const answer = await openai.submit(requestFor("gpt-image-2", "text-to-image"), callTo(simulator));

  expect(answer).toMatchObject({ providerRequestId: "req_sim" });
});

test("a mask that is no PNG is refused before anything is paid", async () => {
  const mask = inputOf("mask", mediaFile("jpg"));
  const inputs = [sampleInput("image"), mask];

  const attempt = openai.submit(
    requestFor("gpt-image-2", "inpainting", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_invalid" });
  expect(simulator.submissions()).toBe(0);
});

test("more images than one response can hold are refused before anything is paid", async () => {
  const large = { width: 3840, height: 2160 };
  const request = (count: number) =>
    requestFor("gpt-image-2", "text-to-image", { parameters: { ...large, count } });

  await expect(openai.submit(request(7), callTo(simulator))).rejects.toMatchObject({
    code: "parameter_not_supported",
    issues: [{ pointer: "/parameters/count" }],
  });
  expect(simulator.requests).toEqual([]);

  await openai.submit(request(6), callTo(simulator));
  expect(simulator.submissions()).toBe(1);
});

test("several large images are received although their response exceeds the usual limit", async () => {
  const image = Buffer.concat([mediaFile("png"), Buffer.alloc(13_000_000)]).toString("base64");
  const body = JSON.stringify({ data: Array.from({ length: 4 }, () => ({ b64_json: image })) });
  const { server, url, close } = await listenOnFreePort();
  onTestFinished(close);
  server.on("request", (received, response) => {
    received.resume();
    response.setHeader("content-type", "application/json").end(body);
  });
  const parameters = { width: 3840, height: 2160, count: 4 };

  const answer = await openai.submit(
    requestFor("gpt-image-2", "text-to-image", { parameters }),
    callTo({ url }),
  );

  expect(body.length).toBeGreaterThan(64 * 1024 * 1024);
  expect(answer.state === "succeeded" && answer.result.files).toHaveLength(4);
});

test.each([
  [{ width: 3_856, height: 1_600 }, {}],
  [{ width: 3_200, height: 960 }, {}],
  [{ width: 3_840, height: 3_840 }, { ways: { OPENAI_IMAGES: "background" } }],
])("the size %o, which the provider refuses, is not sent", async (parameters, change) => {
  const request = requestFor("gpt-image-2", "text-to-image", { parameters });

  await expect(openai.submit(request, callTo(simulator, change))).rejects.toMatchObject({
    code: "parameter_not_supported",
  });
  expect(simulator.requests).toEqual([]);
});

test("a transparent image has a format with transparency", async () => {
  const modelParameters = { background: "transparent" };
  const request = requestFor("gpt-image-2", "text-to-image", {
    parameters: { format: "jpeg", modelParameters },
  });

  await openai.submit(request, callTo(simulator));

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({ output_format: "png" });
});
