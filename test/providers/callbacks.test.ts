import { expect, test } from "vitest";

import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { blackForestLabs } from "#activities/providers/black-forest-labs.ts";
import { fal } from "#activities/providers/fal.ts";
import { kling } from "#activities/providers/kling.ts";
import { syncLabs } from "#activities/providers/sync-labs.ts";
import bflRow from "#catalog/providers/black-forest-labs.ts";
import falRow from "#catalog/providers/fal.ts";
import klingRow from "#catalog/providers/kling.ts";
import syncRow from "#catalog/providers/sync-labs.ts";
import type { Capability } from "#domain/capability.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startFal } from "#test/support/providers/fal.ts";
import { startKling } from "#test/support/providers/kling.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import type { Received, Simulator } from "#test/support/providers/simulator.ts";
import { startSyncLabs } from "#test/support/providers/sync-labs.ts";

const callback = { url: "https://engine.gme-tests.org/provider-webhooks/x/t", secret: "ours" };

interface Subject {
  readonly adapter: ProviderAdapter;
  readonly start: () => Promise<Simulator>;
  readonly requestFor: ReturnType<typeof requestsTo>;
  readonly modelId: string;
  readonly capability: Capability;
  /** Where the request says it. */
  readonly told: (request: Received) => unknown;
  /** Whether a signed webhook finds a request whose answer was lost. */
  readonly recovers: boolean;
}

const subjects: Readonly<Record<string, Subject>> = {
  "black-forest-labs": {
    adapter: blackForestLabs,
    start: startBlackForestLabs,
    requestFor: requestsTo(bflRow),
    modelId: "flux-2-pro",
    capability: "text-to-image",
    told: (request) => receivedJson(request)["webhook_url"],
    recovers: true,
  },
  fal: {
    adapter: fal,
    start: startFal,
    requestFor: requestsTo(falRow),
    modelId: "flux-lora",
    capability: "text-to-image",
    told: ({ url }) => url.searchParams.get("fal_webhook") ?? undefined,
    recovers: true,
  },
  kling: {
    adapter: kling,
    start: startKling,
    requestFor: requestsTo(klingRow),
    modelId: "kling-3.0",
    capability: "text-to-video",
    told: (request) =>
      (receivedJson(request)["options"] as Record<string, unknown> | undefined)?.["callback_url"],
    recovers: false,
  },
  "sync-labs": {
    adapter: syncLabs,
    start: startSyncLabs,
    requestFor: requestsTo(syncRow),
    modelId: "lipsync-2",
    capability: "lip-sync",
    told: (request) => receivedJson(request)["webhookUrl"],
    recovers: false,
  },
};
const named = Object.entries(subjects);

test.each(named)("%s is told where to send word, when it can reach us", async (_slug, subject) => {
  const { adapter, start, requestFor, modelId, capability, told } = subject;
  for (const given of [{ callback }, {}]) {
    const simulator = await start();
    const request = requestFor(modelId, capability, given);

    expect(await adapter.submit(request, callTo(simulator))).toMatchObject({ state: "accepted" });

    const paid = simulator.requests.findLast(({ method }) => method === "POST");
    expect(paid && told(paid)).toBe(given.callback?.url);
    await simulator.close();
  }
});

test.each(named.filter(([, { recovers }]) => recovers))(
  "%s: the id that a webhook tells leads to the result",
  async (_slug, { adapter, start, requestFor, modelId, capability }) => {
    const simulator = await start();
    simulator.play({ runningPolls: 0 });
    const request = requestFor(modelId, capability, { callback });
    const answer = await adapter.submit(request, callTo(simulator));
    const { providerRequestId: id = "" } = answer;

    const handle = await adapter.recover?.(id, request, callTo(simulator));

    expect(handle).toMatchObject({
      contentType: answer.state === "accepted" ? answer.handle["contentType"] : null,
    });
    expect(await adapter.poll?.(handle ?? {}, callTo(simulator))).toMatchObject({
      state: "succeeded",
    });
    expect(simulator.billed()).toBe(1);
    await simulator.close();
  },
);

test("black-forest-labs sends no word at the host of all regions, which finds no request by its id", () => {
  const at = (baseUrl: string) => blackForestLabs.sendsWord?.({ baseUrl });

  expect([bflRow.baseUrl, "https://api.eu.bfl.ai"].map((url) => at(url ?? ""))).toEqual([
    false,
    true,
  ]);
});
