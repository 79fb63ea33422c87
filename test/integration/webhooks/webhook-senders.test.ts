import { expect, test } from "vitest";

import type { ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { elevenlabs } from "#activities/providers/elevenlabs/elevenlabs.ts";
import { minimax } from "#activities/providers/minimax/minimax.ts";
import { openai } from "#activities/providers/openai/openai.ts";
import { topazLabs } from "#activities/providers/topaz-labs/topaz-labs.ts";
import elevenlabsRow from "#catalog/providers/elevenlabs.ts";
import minimaxRow from "#catalog/providers/minimax.ts";
import openaiRow from "#catalog/providers/openai.ts";
import topazRow from "#catalog/providers/topaz-labs.ts";
import { ProviderEvent } from "#db/entities/provider-event.ts";
import { acceptSubmission } from "#db/jobs/submissions.ts";
import { findToldRequest } from "#db/providers/provider-events.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { providerCallbackFor } from "#runtime/provider-callback.ts";
import { testAddresses } from "#test/support/api.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { workspaceWebhook } from "#test/support/providers/elevenlabs-transcripts.ts";
import { startElevenlabs } from "#test/support/providers/elevenlabs.ts";
import { startMinimax } from "#test/support/providers/minimax.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import type { Simulator } from "#test/support/providers/simulator.ts";
import { startTopazLabs } from "#test/support/providers/topaz-labs.ts";
import { createSentRequest } from "#test/support/routing/sent-requests.ts";

/** From the request that an adapter sends to the row of the provider's webhook. */

const projectSecret = `whsec_${Buffer.from("a secret of the project").toString("base64")}`;
const workspaceSecret = "a secret of the workspace";

const database = useDatabase();
const api = useApi(database, {
  settings: {
    providerSettings: {
      OPENAI_WEBHOOK_SECRET: projectSecret,
      ELEVENLABS_WEBHOOK_SECRET: workspaceSecret,
    },
  },
});

const em = () => database.orm.em.fork();

interface Sender {
  readonly adapter: ProviderAdapter;
  readonly start: () => Promise<Simulator & { send(): Promise<readonly unknown[]> }>;
  readonly requestFor: ReturnType<typeof requestsTo>;
  readonly slug: string;
  readonly modelId: string;
  readonly capability: Capability;
  readonly call?: Partial<ProviderCall>;
  readonly isSigned: boolean;
}

async function startHinting(
  start: () => Promise<Simulator & { sendWebhooks(origin: string): Promise<readonly unknown[]> }>,
) {
  const simulator = await start();
  return { ...simulator, send: async () => simulator.sendWebhooks(api.url) };
}

const minimaxSender = {
  adapter: minimax,
  start: async () => startHinting(startMinimax),
  requestFor: requestsTo(minimaxRow),
  slug: "minimax",
  capability: "text-to-video",
  isSigned: false,
} as const;
const topazSender = {
  adapter: topazLabs,
  start: async () => startHinting(startTopazLabs),
  requestFor: requestsTo(topazRow),
  slug: "topaz-labs",
  capability: "enhancement",
  isSigned: false,
} as const;

const senders: Readonly<Record<string, Sender>> = {
  "minimax, first version": { ...minimaxSender, modelId: "MiniMax-Hailuo-2.3" },
  "minimax, second version": { ...minimaxSender, modelId: "MiniMax-H3" },
  "topaz-labs, pictures": { ...topazSender, modelId: "topaz-sharpen-standard" },
  "topaz-labs, videos": { ...topazSender, modelId: "prob-4" },
  openai: {
    adapter: openai,
    async start() {
      const simulator = await startOpenai();
      const address = `${api.url}/provider-webhooks/openai`;
      return { ...simulator, send: async () => simulator.sendWebhooks(address, projectSecret) };
    },
    requestFor: requestsTo(openaiRow),
    slug: "openai",
    modelId: "gpt-image-2",
    capability: "text-to-image",
    call: { ways: { OPENAI_IMAGES: "background" } },
    isSigned: true,
  },
  elevenlabs: {
    adapter: elevenlabs,
    async start() {
      const simulator = await startElevenlabs();
      const address = `${api.url}/provider-webhooks/elevenlabs`;
      return { ...simulator, send: async () => simulator.sendWebhooks(address, workspaceSecret) };
    },
    requestFor: requestsTo(elevenlabsRow),
    slug: "elevenlabs",
    modelId: "scribe_v2",
    capability: "speech-to-text",
    call: { ways: { ELEVENLABS_WEBHOOK_ID: workspaceWebhook } },
    isSigned: true,
  },
};

/** A running request, and the adapter request that started it. */
async function createSubmission({ slug, requestFor, modelId, capability }: Sender) {
  const id = await createSentRequest(database.orm, { providerSlug: slug, modelId });
  const callback = providerCallbackFor(
    { submissionId: id, providerSlug: slug },
    { publicUrl: "https://engine.gme-tests.org", secret: testAddresses.signingSecret },
  );
  return { id, request: requestFor(modelId, capability, { callback }) };
}

test.each(Object.entries(senders))(
  "%s: a webhook is stored once, marked with whether its signature was verified",
  async (_name, sender) => {
    const { adapter, start, call, isSigned } = sender;
    const simulator = await start();
    const { id, request } = await createSubmission(sender);
    const answer = await adapter.submit(request, callTo(simulator, call));
    if (answer.state !== "accepted") throw new Error("not accepted");
    const { handle, providerRequestId } = answer;
    await acceptSubmission(em(), { submissionId: id, token: "token", handle, providerRequestId });

    expect(await simulator.send()).toEqual([204]);
    expect(await simulator.send()).toEqual([204]);

    expect(await em().find(ProviderEvent, { submissionId: id })).toMatchObject([
      { requestId: providerRequestId, isSigned },
    ]);
    await simulator.close();
  },
);

test("elevenlabs: a transcript whose submit response was lost is found through the workspace webhook", async () => {
  const sender = senders["elevenlabs"];
  if (sender === undefined) throw new Error("no such sender");
  const simulator = await sender.start();
  simulator.play({ paidFault: "reset", runningPolls: 0 });
  const { id, request } = await createSubmission(sender);
  await expect(elevenlabs.submit(request, callTo(simulator, sender.call))).rejects.toMatchObject({
    code: "provider_outcome_unknown",
  });

  expect(await simulator.send()).toEqual([204]);

  const told = await findToldRequest(em(), id);
  const handle = await elevenlabs.recover?.(told ?? "", request, callTo(simulator));
  expect(await elevenlabs.poll?.(handle ?? {}, callTo(simulator))).toMatchObject({
    state: "succeeded",
    result: { files: [{ text: "A red fox." }] },
  });
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
  await simulator.close();
});
