import { expect, onTestFinished, test } from "vitest";

import { wavespeed } from "#activities/providers/wavespeed/wavespeed.ts";
import provider from "#catalog/providers/wavespeed.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";
import { startWavespeed } from "#test/support/providers/wavespeed.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startWavespeed);

describeAdapter({
  provider,
  adapter: wavespeed,
  simulator,
  sendsRandomRequests: true,
  addressesOnly: ["image-to-image"],
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    not_found: "model_not_available",
    refused_with_200: "provider_rejected",
  },
  failures: {
    failed: "provider_failed",
    cancelled: "canceled",
    timeout: "provider_failed",
    deleted: "provider_failed",
  },
});

const requestFor = requestsTo(provider);

test.each(provider.models)(
  "$id: the vendor is asked for the price of exactly the request",
  async ({ id, capabilities: [capability = "text-to-image"], upstreamModel, pricing }) => {
    const request = requestFor(id, capability);

    const answer = await wavespeed.submit(request, callTo(simulator));

    expect(answer).toMatchObject({ costUsd: pricing.typicalUsd });
    const [asked, sent] = simulator.requests.map((each) => receivedJson(each));
    expect(asked).toEqual({ model_id: upstreamModel, inputs: sent });
  },
);

test("a failure that the body of a successful response states leaves a paid request unknown, and a poll is repeated", async () => {
  const submit = async () =>
    wavespeed.submit(requestFor("seedream-4.0", "text-to-image"), callTo(simulator));
  const handle = handleOf(await submit());
  simulator.play({ status: "failed_with_200" });

  await expect(submit()).rejects.toMatchObject({ code: "provider_outcome_unknown" });
  await expect(wavespeed.poll?.(handle, callTo(simulator))).rejects.toMatchObject({
    code: "provider_overloaded",
  });
});

test("nothing is sent when the vendor's price has risen above what the customer pays", async () => {
  const dearer = await startWavespeed({ priceFactor: 1.1 });
  onTestFinished(async () => dearer.close());
  const request = requestFor("seedream-4.0", "text-to-image");

  const attempt = wavespeed.submit(request, callTo(dearer));

  await expect(attempt).rejects.toMatchObject({ code: "model_not_available" });
  expect(dearer.submissions()).toBe(0);
  const own = await wavespeed.submit(request, callTo(dearer, { isOrganizationKey: true }));
  expect(own).toMatchObject({ state: "accepted" });
});

test("a result that the provider marks is refused content", async () => {
  const moderating = await startWavespeed({ isModerated: true });
  onTestFinished(async () => moderating.close());
  const request = requestFor("hunyuan-image-3", "text-to-image");
  const answer = await wavespeed.submit(request, callTo(moderating));
  moderating.play({ runningPolls: 0 });

  const attempt = wavespeed.poll?.(handleOf(answer), callTo(moderating));

  await expect(attempt).rejects.toMatchObject({ code: "content_refused" });
});
