import { expect, test } from "vitest";

import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { assemblyai } from "#activities/providers/assemblyai/assemblyai.ts";
import { blackForestLabs } from "#activities/providers/black-forest-labs/black-forest-labs.ts";
import { fal } from "#activities/providers/fal/fal.ts";
import { ideogram } from "#activities/providers/ideogram/ideogram.ts";
import { kling } from "#activities/providers/kling/kling.ts";
import { lumaDreamMachine } from "#activities/providers/luma/luma-dream-machine.ts";
import { minimax } from "#activities/providers/minimax/minimax.ts";
import { replicate } from "#activities/providers/replicate/replicate.ts";
import { syncLabs } from "#activities/providers/sync-labs/sync-labs.ts";
import { topazLabs } from "#activities/providers/topaz-labs/topaz-labs.ts";
import assemblyaiRow from "#catalog/providers/assemblyai.ts";
import bflRow from "#catalog/providers/black-forest-labs.ts";
import falRow from "#catalog/providers/fal.ts";
import ideogramRow from "#catalog/providers/ideogram.ts";
import klingRow from "#catalog/providers/kling.ts";
import lumaRow from "#catalog/providers/luma.ts";
import minimaxRow from "#catalog/providers/minimax.ts";
import replicateRow from "#catalog/providers/replicate.ts";
import syncRow from "#catalog/providers/sync-labs.ts";
import topazRow from "#catalog/providers/topaz-labs.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { startAssemblyai } from "#test/support/providers/assemblyai.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startFal } from "#test/support/providers/fal.ts";
import { startIdeogram } from "#test/support/providers/ideogram.ts";
import { startKling } from "#test/support/providers/kling.ts";
import { startLumaDreamMachine } from "#test/support/providers/luma-dream-machine.ts";
import { startMinimax } from "#test/support/providers/minimax.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import { startReplicate } from "#test/support/providers/replicate.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import type { Received, Simulator } from "#test/support/providers/simulator.ts";
import { startSyncLabs } from "#test/support/providers/sync-labs.ts";
import { startTopazLabs } from "#test/support/providers/topaz-labs.ts";

const callback = {
  url: "https://engine.gme-tests.org/provider-webhooks/x/t",
  secret: "ours",
  token: "t",
};

interface Subject {
  readonly adapter: ProviderAdapter;
  readonly start: () => Promise<Simulator>;
  readonly requestFor: ReturnType<typeof requestsTo>;
  readonly modelId: string;
  readonly capability: Capability;
  /** Reads the webhook URL from the request. */
  readonly told: (request: Received) => Promise<unknown>;
  /** True when a signed webhook finds a request whose response was lost. */
  readonly recovers: boolean;
}

const subjects: Readonly<Record<string, Subject>> = {
  assemblyai: {
    adapter: assemblyai,
    start: startAssemblyai,
    requestFor: requestsTo(assemblyaiRow),
    modelId: "universal-2",
    capability: "speech-to-text",
    told: async (request) => receivedJson(request)["webhook_url"],
    recovers: true,
  },
  "black-forest-labs": {
    adapter: blackForestLabs,
    start: startBlackForestLabs,
    requestFor: requestsTo(bflRow),
    modelId: "flux-2-pro",
    capability: "text-to-image",
    told: async (request) => receivedJson(request)["webhook_url"],
    recovers: true,
  },
  fal: {
    adapter: fal,
    start: startFal,
    requestFor: requestsTo(falRow),
    modelId: "flux-lora",
    capability: "text-to-image",
    told: async ({ url }) => url.searchParams.get("fal_webhook") ?? undefined,
    recovers: true,
  },
  ideogram: {
    adapter: ideogram,
    start: startIdeogram,
    requestFor: requestsTo(ideogramRow),
    modelId: "ideogram-v4",
    capability: "text-to-image",
    told: async ({ url }) => url.searchParams.get("webhook_url") ?? undefined,
    recovers: true,
  },
  kling: {
    adapter: kling,
    start: startKling,
    requestFor: requestsTo(klingRow),
    modelId: "kling-3.0",
    capability: "text-to-video",
    told: async (request) =>
      (receivedJson(request)["options"] as Record<string, unknown> | undefined)?.["callback_url"],
    recovers: false,
  },
  luma: {
    adapter: lumaDreamMachine,
    start: startLumaDreamMachine,
    requestFor: requestsTo(lumaRow),
    modelId: "ray-2",
    capability: "text-to-video",
    told: async (request) => receivedJson(request)["callback_url"],
    recovers: false,
  },
  "minimax, first version": {
    adapter: minimax,
    start: startMinimax,
    requestFor: requestsTo(minimaxRow),
    modelId: "MiniMax-Hailuo-2.3",
    capability: "text-to-video",
    told: async (request) => receivedJson(request)["callback_url"],
    recovers: false,
  },
  "minimax, second version": {
    adapter: minimax,
    start: startMinimax,
    requestFor: requestsTo(minimaxRow),
    modelId: "MiniMax-H3",
    capability: "text-to-video",
    told: async (request) => receivedJson(request)["callback_url"],
    recovers: false,
  },
  replicate: {
    adapter: replicate,
    start: startReplicate,
    requestFor: requestsTo(replicateRow),
    modelId: "flux-schnell",
    capability: "text-to-image",
    told: async (request) => receivedJson(request)["webhook"],
    recovers: true,
  },
  "sync-labs": {
    adapter: syncLabs,
    start: startSyncLabs,
    requestFor: requestsTo(syncRow),
    modelId: "lipsync-2",
    capability: "lip-sync",
    told: async (request) => receivedJson(request)["webhookUrl"],
    recovers: false,
  },
  "topaz-labs, pictures": {
    adapter: topazLabs,
    start: startTopazLabs,
    requestFor: requestsTo(topazRow),
    modelId: "topaz-sharpen-standard",
    capability: "enhancement",
    told: async (request) => (await receivedForm(request)).get("webhook_url") ?? undefined,
    recovers: false,
  },
  "topaz-labs, videos": {
    adapter: topazLabs,
    start: startTopazLabs,
    requestFor: requestsTo(topazRow),
    modelId: "prob-4",
    capability: "enhancement",
    told: async (request) =>
      (receivedJson(request)["notifications"] as Record<string, unknown> | undefined)?.[
        "webhookUrl"
      ],
    recovers: false,
  },
};
const named = Object.entries(subjects);

test.each(named)(
  "%s receives the webhook URL when the engine is publicly reachable",
  async (_slug, subject) => {
    const { adapter, start, requestFor, modelId, capability, told } = subject;
    for (const given of [{ callback }, {}]) {
      const simulator = await start();
      const request = requestFor(modelId, capability, given);

      const { state } = await adapter.submit(request, callTo(simulator));

      // Without a webhook URL the response may contain the result.
      expect(given.callback === undefined || state === "accepted").toBe(true);
      const created = simulator.requests.findLast(({ method }) => method === "POST");
      expect(created && (await told(created))).toBe(given.callback?.url);
      await simulator.close();
    }
  },
);

test.each(named.filter(([, { recovers }]) => recovers))(
  "%s: the id in a webhook leads to the result",
  async (_slug, { adapter, start, requestFor, modelId, capability }) => {
    const simulator = await start();
    simulator.play({ runningPolls: 0 });
    const request = requestFor(modelId, capability, { callback });
    const answer = await adapter.submit(request, callTo(simulator));
    const { providerRequestId: id = "" } = answer;

    const handle = await adapter.recover?.(id, request, callTo(simulator));

    expect(handle?.["contentType"]).toBe(handleOf(answer)["contentType"]);
    expect(await adapter.poll?.(handle ?? {}, callTo(simulator))).toMatchObject({
      state: "succeeded",
    });
    expect(simulator.billed()).toBe(1);
    await simulator.close();
  },
);

test("black-forest-labs uses no webhooks at the global host, where a request is not found by its id", () => {
  const request = requestsTo(bflRow)("flux-2-pro", "text-to-image", { callback });
  const at = (url: string) => blackForestLabs.sendsWord?.(request, callTo({ url }));

  expect([bflRow.baseUrl, "https://api.eu.bfl.ai"].map((url) => at(url ?? ""))).toEqual([
    false,
    true,
  ]);
});

test("ideogram uses webhooks only for 4.0, the only model that it runs in the background", () => {
  const sends = (id: string, capability: Capability) =>
    ideogram.sendsWord?.(
      requestsTo(ideogramRow)(id, capability, { callback }),
      callTo({ url: ideogramRow.baseUrl ?? "" }),
    );

  expect(sends("ideogram-v4", "text-to-image")).toBe(true);
  expect(sends("ideogram-v3", "text-to-image")).toBe(false);
});
