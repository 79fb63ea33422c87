import { expect, test } from "vitest";

import { toAlphaMask } from "#activities/providers/alpha-mask.ts";
import { openai } from "#activities/providers/openai.ts";
import provider from "#catalog/providers/openai.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { inputOf } from "#test/support/providers/input-of.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { receivedForm } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

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
  textModels: ["gpt-4o-transcribe", "gpt-4o-mini-transcribe", "gpt-5.6-luna"],
});

const requestFor = requestsTo(provider);

test("references and a mask go up as files, the mask's white area as transparent", async () => {
  const inputs = [sampleInput("image"), sampleInput("image"), sampleInput("mask")];

  await openai.submit(requestFor("gpt-image-2", "inpainting", { inputs }), callTo(simulator));

  const form = await receivedForm(onlyRequest(simulator));
  expect(form.getAll("image[]").map((file) => (file as File).size)).toEqual([198, 198]);
  const mask = Buffer.from(await (form.get("mask") as File).arrayBuffer());
  expect(mask.equals(toAlphaMask(mediaFile("png")))).toBe(true);
});

test("a refusal within an answer is one, and is final", async () => {
  const request = requestFor("gpt-5.6-luna", "vision-analysis", {
    prompt: "refuse this",
  });

  const attempt = openai.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "I cannot help with that." },
  });
});

test("the provider's name of the request is kept", async () => {
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
