import { expect, test } from "vitest";

import { toAlphaMask } from "#activities/providers/alpha-mask.ts";
import { openai } from "#activities/providers/openai.ts";
import provider from "#catalog/providers/openai.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { receivedForm } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: openai,
  start: startOpenai,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    retired: "model_not_available",
    busy: "provider_overloaded",
  },
  failures: {},
  textModels: ["gpt-4o-transcribe", "gpt-4o-mini-transcribe", "gpt-5.6-luna"],
});

function callTo({ url }: Simulator) {
  return {
    baseUrl: url,
    credential: simulatorKey,
    idempotencyKey: "k",
    signal: AbortSignal.timeout(20_000),
  };
}

function modelOf(id: string) {
  const model = provider.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

test("references and a mask go up as files, the mask's white area as transparent", async () => {
  const simulator = await startOpenai();
  const inputs = [sampleInput("image"), sampleInput("image"), sampleInput("mask")];

  await openai.submit(
    sampleRequest(modelOf("gpt-image-2"), "inpainting", { inputs }),
    callTo(simulator),
  );

  const [request] = simulator.requests;
  if (request === undefined) throw new Error("nothing arrived");
  const form = await receivedForm(request);
  expect(form.getAll("image[]").map((file) => (file as File).size)).toEqual([198, 198]);
  const mask = Buffer.from(await (form.get("mask") as File).arrayBuffer());
  expect(mask.equals(toAlphaMask(mediaFile("png")))).toBe(true);
  await simulator.close();
});

test("a refusal within an answer is one, and is final", async () => {
  const simulator = await startOpenai();
  const request = sampleRequest(modelOf("gpt-5.6-luna"), "vision-analysis", {
    prompt: "refuse this",
  });

  const attempt = openai.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "I cannot help with that." },
  });
  await simulator.close();
});

test("the provider's name of the request is kept", async () => {
  const simulator = await startOpenai();

  const answer = await openai.submit(
    sampleRequest(modelOf("gpt-image-2"), "text-to-image"),
    callTo(simulator),
  );

  expect(answer).toMatchObject({ providerRequestId: "req_sim" });
  await simulator.close();
});

test("a mask that is no PNG is refused before anything is paid", async () => {
  const simulator = await startOpenai();
  const mask = { ...sampleInput("image"), kind: "mask" as const, open: () => jpeg() };
  const inputs = [sampleInput("image"), mask];

  const attempt = openai.submit(
    sampleRequest(modelOf("gpt-image-2"), "inpainting", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_invalid" });
  expect(simulator.submissions()).toBe(0);
  await simulator.close();
});

async function* jpeg(): AsyncGenerator<Uint8Array> {
  yield mediaFile("jpg");
}
