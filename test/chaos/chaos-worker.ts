import { z } from "zod";

import type { ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { requestJson } from "#activities/providers/http.ts";
import { studio } from "#activities/providers/studio/studio.ts";
import { runWorker } from "#activities/worker/run-worker.ts";
import { runProcess } from "#runtime/stop-signal.ts";

import { chaosProviders, chaosStudio, type ProviderClass } from "./providers.ts";

/** Adds the account to the URL, so a fake provider can scope idempotency keys to accounts. */
function inAccount(call: ProviderCall): ProviderCall {
  const account = call.credential === "" ? chaosStudio.accounts[0] : call.credential;
  return { ...call, baseUrl: `${call.baseUrl}/${account}` };
}

const polled: ProviderAdapter = {
  submit: async (request, call) => studio.submit(request, inAccount(call)),
  perform: async (request, call) => studio.perform!(request, inAccount(call)),
  poll: async (handle, call) => studio.poll!(handle, inAccount(call)),
  cancel: async (handle, call) => studio.cancel!(handle, inAccount(call)),
  checkHealth: async (call) => studio.checkHealth(inAccount(call)),
};

const lookedUp: ProviderAdapter = {
  ...polled,
  lookup: async (idempotencyKey, call) => studio.lookup!(idempotencyKey, inAccount(call)),
};

/** The response contains the file, so there is no handle to poll. */
const synchronous: ProviderAdapter = {
  async submit({ prompt }, call) {
    const { file } = await requestJson("POST", "/v1/pictures", {
      call: inAccount(call),
      paid: true,
      headers: { "idempotency-key": call.idempotencyKey },
      body: { prompt },
      schema: z.object({ file: z.string() }),
    });
    const source = { bytes: Buffer.from(file, "base64") };
    return { state: "succeeded", result: { files: [{ source, contentType: "image/png" }] } };
  },
  checkHealth: async (call) => polled.checkHealth(call),
};

const adapterOf: Readonly<Record<ProviderClass, ProviderAdapter>> = {
  key: polled,
  lookup: lookedUp,
  none: polled,
  sync: synchronous,
};

/** Process: a worker that calls the providers of a chaos run. */
await runProcess(async () =>
  runWorker(process.env, {
    [chaosStudio.slug]: lookedUp,
    ...Object.fromEntries(
      chaosProviders.map(({ slug, class: providerClass }) => [slug, adapterOf[providerClass]]),
    ),
  }),
);
