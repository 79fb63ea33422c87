import { expect, test } from "vitest";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { syncLabs } from "#activities/providers/sync-labs/sync-labs.ts";
import provider from "#catalog/providers/sync-labs.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { soundOf } from "#test/support/providers/input-of.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { inputFailure, startSyncLabs } from "#test/support/providers/sync-labs.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startSyncLabs);

describeAdapter({
  provider,
  adapter: syncLabs,
  simulator,
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

const call = () => callTo(simulator, { idempotencyKey: "job_1:main:1" });
const requestOf = (id: string, change: Partial<AdapterRequest> = {}) =>
  requestsTo(provider)(id, "lip-sync", change);

test("a request whose response was lost is found by sending it again with the same key", async () => {
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

test("a repeated request has the first one's uploads, so its body and its generation are the same", async () => {
  const uploads = new Map<string, string>();
  const uploadOnce = async (name: string, upload: () => Promise<string>) => {
    const reference = uploads.get(name) ?? (await upload());
    uploads.set(name, reference);
    return reference;
  };
  const request = requestOf("lipsync-2", { inputsAreReachable: false });
  const keptCall = () => callTo(simulator, { idempotencyKey: "job_1:main:1", uploadOnce });
  simulator.play({ paidFault: "reset" });
  await expect(syncLabs.submit(request, keptCall())).rejects.toMatchObject({
    code: "provider_outcome_unknown",
  });
  simulator.play({});

  const second = await syncLabs.submit(request, keptCall());

  expect(second.state).toBe("accepted");
  const paid = simulator.requests.filter(({ url }) => url.pathname === "/v2/generate");
  expect(paid).toHaveLength(2);
  expect(paid[1]?.body.equals(paid[0]?.body ?? Buffer.alloc(0))).toBe(true);
  expect(uploads.size).toBe(2);
});

test("a key used with another body leaves the first request's outcome unknown", async () => {
  await syncLabs.submit(requestOf("lipsync-2"), call());

  const attempt = syncLabs.submit(requestOf("lipsync-2-pro"), call());

  await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
});

test("a recording longer than the paid duration is refused before it is paid", async () => {
  const inputs = [sampleInput("video"), soundOf(11)];

  const attempt = syncLabs.submit(requestOf("sync-3", { inputs }), call());

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    issues: [{ pointer: "/parameters/durationSeconds" }],
  });
  expect(simulator.requests).toEqual([]);
});

test("a recording as long as the requested duration is sent", async () => {
  const inputs = [sampleInput("video"), soundOf(11)];
  const request = requestOf("lipsync-2", { inputs, parameters: { durationSeconds: 11 } });

  await syncLabs.submit(request, call());

  expect(receivedJson(onlyRequest(simulator))).toEqual({
    model: "lipsync-2",
    input: inputs.map(({ kind, url }) => ({ type: kind, url })),
  });
});

test("an image is accepted only by the model that supports it", async () => {
  const inputs = [sampleInput("image"), soundOf(2)];

  await syncLabs.submit(requestOf("sync-3", { inputs }), call());
  const attempt = syncLabs.submit(requestOf("lipsync-2", { inputs }), call());

  await expect(attempt).rejects.toMatchObject({ code: "parameter_not_supported" });
  expect(simulator.submissions()).toBe(1);
});

test("a request without a recording is not sent", async () => {
  const attempt = syncLabs.submit(requestOf("sync-3", { inputs: [sampleInput("video")] }), call());

  await expect(attempt).rejects.toMatchObject({
    code: "input_missing",
    details: { missing: ["audio"] },
  });
  expect(simulator.requests).toEqual([]);
});

test("the retry delay is read from the provider's response", async () => {
  simulator.play({ refusal: "too_many" });

  await expect(syncLabs.submit(requestOf("sync-3"), call())).rejects.toMatchObject({
    code: "provider_rate_limited",
    details: { retryAfterSeconds: 30 },
  });
});

test("a failure caused by an input is reported as an input error", async () => {
  const answer = await syncLabs.submit(requestOf("sync-3"), call());
  simulator.play({ status: inputFailure });

  await expect(syncLabs.poll?.(handleOf(answer), call())).rejects.toMatchObject({
    code: "input_invalid",
    details: { reason: "The audio could not be read." },
  });
});
