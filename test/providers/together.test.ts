import { expect, test } from "vitest";

import { together } from "#activities/providers/together/together.ts";
import provider from "#catalog/providers/together.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import { startTogether } from "#test/support/providers/together.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startTogether);

describeAdapter({
  provider,
  adapter: together,
  simulator,
  sendsRandomRequests: true,
  addressesOnly: ["image-to-image"],
  refusals: {
    balance: "provider_balance_empty",
    limit: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    no_model: "model_not_available",
  },
  failures: {},
});

const requestFor = requestsTo(provider);

test("the sides are always sent, because they determine the price", async () => {
  const parameters = { width: 512 };

  await together.submit(
    requestFor("qwen-image", "text-to-image", { parameters }),
    callTo(simulator),
  );

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({
    width: 512,
    height: 1_024,
    response_format: "base64",
  });
});

test("the price covers the pixels that the vendor counts by the million", () => {
  for (const { pricing } of provider.models) expect(pricing.typicalUsd).toBeGreaterThan(0);
  const model = provider.models.find(({ id }) => id === "together-flux-2-pro");

  expect(model?.pricing.typicalUsd).toBeCloseTo((0.03 * 1_024 * 1_024) / 1_000_000, 9);
});
