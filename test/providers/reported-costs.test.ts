import { expect, test } from "vitest";

import type { ProviderAdapter, SubmitResult } from "#activities/providers/adapter.ts";
import { blackForestLabs } from "#activities/providers/black-forest-labs/black-forest-labs.ts";
import { openai } from "#activities/providers/openai/openai.ts";
import { recraft } from "#activities/providers/recraft/recraft.ts";
import { runway } from "#activities/providers/runway/runway.ts";
import { topazLabs } from "#activities/providers/topaz-labs/topaz-labs.ts";
import { tripo } from "#activities/providers/tripo/tripo.ts";
import bflRow from "#catalog/providers/black-forest-labs.ts";
import openaiRow from "#catalog/providers/openai.ts";
import recraftRow from "#catalog/providers/recraft.ts";
import runwayRow from "#catalog/providers/runway.ts";
import topazRow from "#catalog/providers/topaz-labs.ts";
import tripoRow from "#catalog/providers/tripo.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { soundOf } from "#test/support/providers/input-of.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { startRecraft } from "#test/support/providers/recraft.ts";
import { startRunway } from "#test/support/providers/runway.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import { startTopazLabs } from "#test/support/providers/topaz-labs.ts";
import { startTripo } from "#test/support/providers/tripo.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

const bfl = useSimulator(startBlackForestLabs);
const openAi = useSimulator(startOpenai);
const drawer = useSimulator(startRecraft);
const runwaySimulator = useSimulator(startRunway);
const topazSimulator = useSimulator(startTopazLabs);
const tripoSimulator = useSimulator(startTripo);

function costOf(response: SubmitResult): number | undefined {
  return response.state === "succeeded" ? response.result.costUsd : response.costUsd;
}

async function costAt(
  adapter: ProviderAdapter,
  simulator: typeof bfl,
  request: Parameters<ProviderAdapter["submit"]>[0],
): Promise<number | undefined> {
  return costOf(await adapter.submit(request, callTo(simulator)));
}

/** Cost in the response to the first poll of a finished generation. */
async function costOfResult(
  adapter: ProviderAdapter,
  simulator: typeof bfl,
  request: Parameters<ProviderAdapter["submit"]>[0],
  change: Parameters<typeof callTo>[1] = {},
): Promise<number | undefined> {
  simulator.play({ runningPolls: 0 });
  const call = callTo(simulator, change);
  const accepted = await adapter.submit(request, call);
  const polled =
    accepted.state === "accepted" ? await adapter.poll?.(accepted.handle, call) : undefined;
  return polled?.state === "succeeded" ? polled.result.costUsd : undefined;
}

test("credits of Black Forest Labs are cents", async () => {
  const request = requestsTo(bflRow)("flux-2-pro", "text-to-image");

  expect(await costAt(blackForestLabs, bfl, request)).toBeCloseTo(0.03, 9);
});

test("API units of Recraft are a thousandth of a dollar", async () => {
  const draw = requestsTo(recraftRow)("recraftv4_1", "text-to-image", { parameters: { count: 2 } });

  expect(await costAt(recraft, drawer, draw)).toBeCloseTo(0.07, 9);
});

test("tokens of OpenAI's images have their list prices", async () => {
  const request = requestsTo(openaiRow)("gpt-image-2", "text-to-image");

  expect(await costAt(openai, openAi, request)).toBeCloseTo(
    (50 * 5 + 300 * 8 + 1_756 * 30) / 1e6,
    9,
  );
});

test("the background way of OpenAI reports the tokens of its tool", async () => {
  const request = requestsTo(openaiRow)("gpt-image-2", "text-to-image");
  const ways = { OPENAI_IMAGES: "background" };

  expect(await costOfResult(openai, openAi, request, { ways })).toBeCloseTo(
    (50 * 5 + 300 * 8 + 1_756 * 30) / 1e6,
    9,
  );
});

test("a transcription that is billed by its length reports the seconds", async () => {
  const inputs = [soundOf(60)];
  const requestOf = (model: string) => requestsTo(openaiRow)(model, "speech-to-text", { inputs });

  expect(await costAt(openai, openAi, requestOf("gpt-transcribe"))).toBeCloseTo(0.0045, 9);
  expect(await costAt(openai, openAi, requestOf("gpt-4o-transcribe"))).toBeUndefined();
});

test("credits of Runway and Tripo are cents", async () => {
  const film = requestsTo(runwayRow)("gen4.5", "text-to-video");
  const chair = requestsTo(tripoRow)("v3.1-20260211", "text-to-3d");

  expect(await costOfResult(runway, runwaySimulator, film)).toBeCloseTo(0.25, 9);
  expect(await costOfResult(tripo, tripoSimulator, chair)).toBeCloseTo(0.3, 9);
});

test("Topaz states its credits before a request is paid", async () => {
  const model = "topaz-standard-v2";
  const usd = await costAt(topazLabs, topazSimulator, requestsTo(topazRow)(model, "upscaling"));

  expect(usd).toBe(topazRow.models.find(({ id }) => id === model)?.pricing.stepUsd);
});
