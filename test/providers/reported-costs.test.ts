import { expect, test } from "vitest";

import type { ProviderAdapter, SubmitResult } from "#activities/providers/adapter.ts";
import { blackForestLabs } from "#activities/providers/black-forest-labs/black-forest-labs.ts";
import { openai } from "#activities/providers/openai/openai.ts";
import { recraft } from "#activities/providers/recraft/recraft.ts";
import bflRow from "#catalog/providers/black-forest-labs.ts";
import openaiRow from "#catalog/providers/openai.ts";
import recraftRow from "#catalog/providers/recraft.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { startRecraft } from "#test/support/providers/recraft.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

const bfl = useSimulator(startBlackForestLabs);
const openAi = useSimulator(startOpenai);
const drawer = useSimulator(startRecraft);

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
