import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exportPKCS8, generateKeyPair } from "jose";
import { expect, onTestFinished, test } from "vitest";

import type { ProviderCall } from "#activities/providers/adapter.ts";
import { createGoogleCloud } from "#activities/providers/google/google-cloud.ts";
import provider from "#catalog/providers/google.ts";
import { handleOf, resultOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import {
  cloudRegion,
  serviceAccountKey,
  startGoogleCloud,
} from "#test/support/providers/google-cloud.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { lastRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import type { Simulator } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(async () => startGoogleCloud());

const callOf = (change: Partial<ProviderCall> = {}, to: Simulator = simulator) =>
  callTo(to, { credential: serviceAccountKey(to), region: cloudRegion, ...change });

describeAdapter({
  provider,
  service: "google-cloud",
  sendsRandomRequests: true,
  adapter: createGoogleCloud(),
  simulator,
  way: {
    call: {
      region: cloudRegion,
      get credential() {
        return serviceAccountKey(simulator);
      },
    },
  },
  refusals: {
    moderated: "content_refused",
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    no_role: "provider_credential_invalid",
    no_model: "model_not_available",
    invalid: "provider_rejected",
    busy: "provider_overloaded",
  },
  failures: { error: "provider_failed" },
});

const requestFor = requestsTo(provider);
const clip = requestFor("veo-3.1-generate-001", "text-to-video");
const grants = ({ requests }: Simulator = simulator) =>
  requests.filter(({ url }) => url.pathname === "/token").length;

test.each([
  ["filtered", "content_refused", "Support codes: 42237218"],
  ["blocked", "content_refused", "Responsible AI"],
  ["invalid", "provider_rejected", "The image is too small."],
  ["error", "provider_failed", "Internal error."],
  ["empty", "provider_response_invalid", "a result without a video"],
])("an operation that ends %s is %s, with its reason", async (status, code, reason) => {
  const veo = createGoogleCloud();
  const answer = await veo.submit(clip, callOf());
  simulator.play({ status });

  const attempt = veo.poll?.(handleOf(answer), callOf());

  await expect(attempt).rejects.toMatchObject({
    code,
    details: { reason: expect.stringContaining(reason) as string },
  });
  expect(simulator.submissions()).toBe(1);
});

test("one token serves concurrent and later requests", async () => {
  const veo = createGoogleCloud();

  await Promise.all(Array.from({ length: 5 }, async () => veo.submit(clip, callOf())));
  await veo.checkHealth(callOf());

  expect(grants()).toBe(1);
  expect(simulator.billed()).toBe(5);
});

test("a token is renewed shortly before it expires, once for all waiting requests", async () => {
  const shortLived = await startGoogleCloud({ tokenSeconds: 60 });
  onTestFinished(async () => shortLived.close());
  const veo = createGoogleCloud();
  const ask = async () => veo.checkHealth(callOf({}, shortLived));

  await ask();
  await Promise.all([ask(), ask(), ask()]);

  expect(grants(shortLived)).toBe(2);
});

test("a revoked token is replaced, and the request is paid once", async () => {
  const veo = createGoogleCloud();
  await veo.checkHealth(callOf());
  await revoke(lastRequest(simulator).headers["authorization"]);

  const answer = await veo.submit(clip, callOf());

  expect(answer.state).toBe("accepted");
  expect([simulator.submissions(), simulator.billed(), grants()]).toEqual([2, 1, 2]);
});

async function revoke(authorization = ""): Promise<void> {
  const body = new URLSearchParams({ token: authorization.replace("Bearer ", "") });
  const { ok } = await fetch(new URL("/revoke", simulator.url), { method: "POST", body });
  expect(ok).toBe(true);
}

test("a key with another account's signature is refused, and the error contains nothing of it", async () => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const pem = await exportPKCS8(privateKey);
  const credential = serviceAccountKey(simulator, { private_key: pem });

  const attempt = createGoogleCloud().submit(clip, callOf({ credential }));

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: "provider_credential_invalid" });
  expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("PRIVATE KEY");
  expect(simulator.submissions()).toBe(0);
});

test.each([
  ["no JSON", "{ not json, private"],
  ["another kind of key", JSON.stringify({ type: "authorized_user", refresh_token: "private" })],
  ["a key without its parts", JSON.stringify({ type: "service_account", private_key: "private" })],
  ["no file", "/nowhere/private.json"],
])(
  "a setting that is %s is an invalid credential and is not quoted in the error",
  async (_, credential) => {
    const attempt = createGoogleCloud().checkHealth(callOf({ credential }));

    const error: unknown = await attempt.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "provider_credential_invalid" });
    expect(causesOf(error)).not.toContain("private");
    expect(simulator.requests).toEqual([]);
  },
);

/** Everything that a log could contain. */
function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return `${error.message} ${error.stack ?? ""} ${JSON.stringify(error)} ${causesOf(error.cause)}`;
}

test("the setting may be the path of a key file, which is read again for a new token", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gme-cloud-"));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const credential = join(folder, "key.json");
  const veo = createGoogleCloud();

  await expect(veo.checkHealth(callOf({ credential }))).rejects.toMatchObject({
    code: "provider_credential_invalid",
  });
  await writeFile(credential, serviceAccountKey(simulator));
  await veo.checkHealth(callOf({ credential }));

  expect(grants()).toBe(1);
});

test("by default one silent video of the priced length and size is requested", async () => {
  await createGoogleCloud().submit(clip, callOf());

  expect(receivedJson(lastRequest(simulator))).toEqual({
    instances: [{ prompt: "a red fox in the snow" }],
    parameters: {
      sampleCount: 1,
      durationSeconds: 4,
      resolution: "720p",
      generateAudio: false,
    },
  });
});

test("several videos are several files", async () => {
  const veo = createGoogleCloud();
  simulator.play({ runningPolls: 0 });
  const answer = await veo.submit({ ...clip, parameters: { count: 3 } }, callOf());

  const result = resultOf(await veo.poll?.(handleOf(answer), callOf()));

  const files = result.files.map(({ source }) => ("bytes" in source ? [...source.bytes] : source));
  expect(files).toEqual(Array.from({ length: 3 }, () => [...mediaFile("mp4")]));
});

const pictures = (count: number) => Array.from({ length: count }, () => sampleInput("image"));

test.each([
  [1, ["image"]],
  [2, ["image", "lastFrame"]],
  [3, ["referenceImages"]],
])("%i images are sent as %j", async (count, names) => {
  const request = requestFor("veo-3.1-generate-001", "image-to-video", {
    inputs: pictures(count),
    parameters: { durationSeconds: 8 },
  });

  await createGoogleCloud().submit(request, callOf());

  const { instances } = receivedJson(lastRequest(simulator));
  const [instance = {}] = instances as Record<string, unknown>[];
  expect(Object.keys(instance).filter((name) => name !== "prompt")).toEqual(names);
});

test("references are sent with the only duration and shape that they support", async () => {
  const inputs = pictures(3);
  const parameters = { aspectRatio: "9:16" };
  const request = requestFor("veo-3.1-generate-001", "image-to-video", { inputs, parameters });

  await createGoogleCloud().submit(request, callOf());

  const { parameters: sent } = receivedJson(lastRequest(simulator));
  expect(sent).toMatchObject({ durationSeconds: 8, aspectRatio: "16:9" });
});

test("an operation name that leads elsewhere is no handle", async () => {
  const attempt = createGoogleCloud().poll?.(
    { name: "projects/../../admin/operations/1" },
    callOf(),
  );

  await expect(attempt).rejects.toMatchObject({ name: "ZodError" });
  expect(simulator.requests).toEqual([]);
});
