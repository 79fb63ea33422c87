import { afterEach, beforeEach, expect, test } from "vitest";

import type { AdapterInput, ProviderCall } from "#activities/providers/adapter.ts";
import { syncLabs } from "#activities/providers/sync-labs.ts";
import provider from "#catalog/providers/sync-labs.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";
import { inputFailure, startSyncLabs } from "#test/support/providers/sync-labs.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: syncLabs,
  start: startSyncLabs,
  refusals: {
    balance: "provider_balance_empty",
    on_hold: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    too_many: "provider_rate_limited",
    invalid: "provider_rejected",
    retired: "model_not_available",
  },
  failures: { FAILED: "provider_failed", REJECTED: "provider_rejected" },
});

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSyncLabs();
});
afterEach(async () => {
  await simulator.close();
});

function call(): ProviderCall {
  return {
    baseUrl: simulator.url,
    credential: simulatorKey,
    idempotencyKey: "job_1:main:1",
    signal: AbortSignal.timeout(20_000),
  };
}

function requestOf(id: string, change: Parameters<typeof sampleRequest>[2] = {}) {
  const model = provider.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return sampleRequest(model, "lip-sync", change);
}

/** A WAV of one channel and 100 bytes a second, as long as wanted. */
function recording(seconds: number): AdapterInput {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(100, 24);
  head.writeUInt32LE(100, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(seconds * 100, 40);
  return {
    ...sampleInput("audio"),
    contentType: "audio/wav",
    bytes: head.byteLength + seconds * 100,
    async *open() {
      yield head;
      yield Buffer.alloc(seconds * 100);
    },
  };
}

test("a request whose answer was lost is found by sending it again with the same key", async () => {
  simulator.play({ paidFault: "reset" });
  await expect(syncLabs.submit(requestOf("lipsync-2"), call())).rejects.toMatchObject({
    code: "provider_outcome_unknown",
  });
  simulator.play({});

  const second = await syncLabs.submit(requestOf("lipsync-2"), call());
  const third = await syncLabs.submit(requestOf("lipsync-2"), call());

  expect(third).toEqual(second);
  const keys = simulator.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual(["job_1~main~1", "job_1~main~1", "job_1~main~1"]);
});

test("a key that stands for another body leaves open what became of the first", async () => {
  await syncLabs.submit(requestOf("lipsync-2"), call());

  const attempt = syncLabs.submit(requestOf("lipsync-2-pro"), call());

  await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
});

test("a recording that is longer than what is paid for is refused before it", async () => {
  const inputs = [sampleInput("video"), recording(11)];

  const attempt = syncLabs.submit(requestOf("sync-3", { inputs }), call());

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    issues: [{ pointer: "/parameters/durationSeconds" }],
  });
  expect(simulator.requests).toEqual([]);
});

test("what is paid for may be as long as it was said to be", async () => {
  const inputs = [sampleInput("video"), recording(11)];
  const request = requestOf("lipsync-2", { inputs, parameters: { durationSeconds: 11 } });

  await syncLabs.submit(request, call());

  const [sent] = simulator.requests;
  if (sent === undefined) throw new Error("nothing arrived");
  expect(receivedJson(sent)).toEqual({
    model: "lipsync-2",
    input: inputs.map(({ kind, url }) => ({ type: kind, url })),
  });
});

test("a picture is for the model that takes one", async () => {
  const inputs = [sampleInput("image"), recording(2)];

  await syncLabs.submit(requestOf("sync-3", { inputs }), call());
  const attempt = syncLabs.submit(requestOf("lipsync-2", { inputs }), call());

  await expect(attempt).rejects.toMatchObject({ code: "input_invalid" });
  expect(simulator.submissions()).toBe(1);
});

test("without a recording nothing is sent", async () => {
  const attempt = syncLabs.submit(requestOf("sync-3", { inputs: [sampleInput("video")] }), call());

  await expect(attempt).rejects.toMatchObject({
    code: "input_missing",
    details: { missing: ["audio"] },
  });
  expect(simulator.requests).toEqual([]);
});

test("the provider says in its answer when there is room again", async () => {
  simulator.play({ refusal: "too_many" });

  await expect(syncLabs.submit(requestOf("sync-3"), call())).rejects.toMatchObject({
    code: "provider_rate_limited",
    details: { retryAfterSeconds: 30 },
  });
});

test("a failure that lies in an input says so", async () => {
  const answer = await syncLabs.submit(requestOf("sync-3"), call());
  if (answer.state !== "accepted") throw new Error("not accepted");
  simulator.play({ status: inputFailure });

  await expect(syncLabs.poll?.(answer.handle, call())).rejects.toMatchObject({
    code: "input_invalid",
    details: { reason: "The audio could not be read." },
  });
});
