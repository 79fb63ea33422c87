import { expect, test } from "vitest";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { minimax } from "#activities/providers/minimax/minimax.ts";
import provider from "#catalog/providers/minimax.ts";
import { handleOf, resultOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { videoOf } from "#test/support/providers/input-of.ts";
import { startMinimax } from "#test/support/providers/minimax.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { lastRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startMinimax);

const refusals = {
  moderated: "content_refused",
  balance: "provider_balance_empty",
  rate_limited: "provider_rate_limited",
  used_up: "provider_balance_empty",
  invalid: "provider_rejected",
  moderated_200: "content_refused",
  result_moderated_200: "content_refused",
  balance_200: "provider_balance_empty",
  rate_limited_200: "provider_rate_limited",
  tokens_200: "provider_rate_limited",
  used_up_200: "provider_balance_empty",
  not_in_plan_200: "model_not_available",
  key_200: "provider_credential_invalid",
  invalid_200: "provider_rejected",
} as const;

describeAdapter({
  provider,
  adapter: minimax,
  simulator,
  sendsRandomRequests: true,
  refusals,
  failures: {
    Fail: "provider_failed",
    Failed: "provider_failed",
    failed: "provider_failed",
    cancelled: "canceled",
    expired: "provider_failed",
  },
});

const requestFor = requestsTo(provider);
async function accept(request: AdapterRequest) {
  return handleOf(await minimax.submit(request, callTo(simulator)));
}

const lastBody = () => receivedJson(lastRequest(simulator));

const older = [
  ["MiniMax-Hailuo-2.3", "text-to-video"],
  ["speech-2.8-hd", "text-to-speech"],
] as const;

test.each(
  Object.entries(refusals).flatMap(([refusal, code]) =>
    refusal.endsWith("_200") ? older.map((each) => [...each, refusal, code] as const) : [],
  ),
)("%s to %s: %s in a response with status 200 is %s", async (id, capability, refusal, code) => {
  simulator.play({ refusal });

  const attempt = minimax.submit(requestFor(id, capability), callTo(simulator));

  await expect(attempt).rejects.toMatchObject({ code });
  expect(simulator.submissions()).toBe(1);
});

test.each(older)("%s: a response with status 200 reports a wrong key", async (id, capability) => {
  const attempt = minimax.submit(
    requestFor(id, capability),
    callTo(simulator, { credential: "wrong" }),
  );

  await expect(attempt).rejects.toMatchObject({ code: "provider_credential_invalid" });
});

test("an internal error in the response to a paid request leaves its outcome unknown", async () => {
  const prompt = "make trouble";

  const attempt = minimax.submit(
    requestFor("MiniMax-Hailuo-2.3", "text-to-video", { prompt }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
  expect(simulator.submissions()).toBe(1);
});

test("a finished task of the first version has a file with a fresh URL on each poll", async () => {
  simulator.play({ runningPolls: 0, expiredResults: 1 });
  const handle = await accept(requestFor("MiniMax-Hailuo-2.3", "text-to-video"));

  const addresses: string[] = [];
  for (const _ of [1, 2]) {
    const answer = await minimax.poll?.(handle, callTo(simulator));
    const source = resultOf(answer).files[0]?.source;
    if (source !== undefined && "url" in source) addresses.push(source.url);
  }

  expect((await fetch(addresses[0] ?? "")).status).toBe(404);
  expect((await fetch(addresses[1] ?? "")).status).toBe(200);
  expect(simulator.submissions()).toBe(1);
});

test.each(["Preparing", "Queueing", "Processing", "Marinating"])(
  "%s of the first version is running",
  async (status) => {
    const handle = await accept(requestFor("MiniMax-Hailuo-02", "text-to-video"));
    simulator.play({ status });

    expect(await minimax.poll?.(handle, callTo(simulator))).toEqual({ state: "running" });
  },
);

test("a cancellation neither stops a running task nor deletes a finished one", async () => {
  const call = callTo(simulator);
  simulator.play({ runningPolls: 2 });
  const handle = await accept(requestFor("MiniMax-H3", "text-to-video"));
  await minimax.poll?.(handle, call);

  await minimax.cancel?.(handle, call);
  const done = await minimax.poll?.(handle, call);
  await minimax.cancel?.(handle, call);

  expect(done?.state).toBe("succeeded");
  expect(await minimax.poll?.(handle, call)).toMatchObject({ state: "succeeded" });
  expect(simulator.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("a task that starts between the check and the cancellation continues", async () => {
  const call = callTo(simulator);
  const handle = await accept(requestFor("MiniMax-H3", "text-to-video"));
  simulator.play({ status: "queued", runningPolls: 5 });
  await minimax.poll?.(handle, call);

  await minimax.cancel?.(handle, call);
  simulator.play({});

  expect(simulator.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  expect(await minimax.poll?.(handle, call)).toMatchObject({ state: "succeeded" });
});

test("a task of the first version is not canceled, because the API cannot do it", async () => {
  const handle = await accept(requestFor("MiniMax-Hailuo-02", "text-to-video"));

  await minimax.cancel?.(handle, callTo(simulator));

  expect(simulator.requests).toHaveLength(1);
});

test.each([
  [["image"], undefined, ["first_frame"]],
  [["image", "image"], undefined, ["first_frame", "last_frame"]],
  [["image", "image", "image"], "adaptive", Array.from({ length: 3 }, () => "reference_image")],
  [["image", "audio"], "adaptive", ["reference_image", "reference_audio"]],
] as const)("%s: the aspect ratio is %s, the roles are %s", async (kinds, ratio, roles) => {
  const inputs = kinds.map((kind) => sampleInput(kind));

  await minimax.submit(
    requestFor("MiniMax-H3", "image-to-video", { inputs, prompt: "" }),
    callTo(simulator),
  );

  const { content, ratio: sent } = lastBody() as {
    content: { role?: string; text?: string }[];
    ratio?: string;
  };
  expect(content.flatMap(({ role }) => role ?? [])).toEqual(roles);
  expect(content[0]?.text).toBe("The scene comes to life.");
  expect(sent).toBe(ratio);
});

test.each([
  [{ resolution: "1080p", durationSeconds: 10 }, ["image"], { resolution: "1080P", duration: 6 }],
  [{ modelParameters: { resolution: "512P" } }, [], { resolution: "768P" }],
  [{ modelParameters: { resolution: "512P" } }, ["image"], { resolution: "512P" }],
  [{ modelParameters: { resolution: "512P" } }, ["image", "image"], { resolution: "768P" }],
] as const)(
  "Hailuo 02 receives a combination that it takes: %o with %s",
  async (parameters, kinds, sent) => {
    const inputs = kinds.map((kind) => sampleInput(kind));
    const capability = kinds.length === 0 ? "text-to-video" : "image-to-video";

    await minimax.submit(
      requestFor("MiniMax-Hailuo-02", capability, { parameters, inputs }),
      callTo(simulator),
    );

    expect(lastBody()).toMatchObject(sent);
  },
);

test("a recording alone is no reference of Hailuo 3, and is refused before anything is sent", async () => {
  const inputs = [sampleInput("audio")];
  const request = requestFor("MiniMax-H3", "text-to-video", { inputs });

  await expect(minimax.submit(request, callTo(simulator))).rejects.toMatchObject({
    code: "parameter_not_supported",
  });
  expect(simulator.requests).toEqual([]);
});

test("an input video is billed, so it must not be longer than the result", async () => {
  const call = callTo(simulator);
  const short = requestFor("MiniMax-H3", "video-editing", { inputs: [videoOf(9)] });

  await expect(minimax.submit(short, call)).rejects.toMatchObject({
    code: "parameter_not_supported",
  });
  const cheap = { durationSeconds: 9, modelParameters: { task: "video" } };
  await expect(minimax.submit({ ...short, parameters: cheap }, call)).rejects.toMatchObject({
    code: "parameter_not_supported",
  });
  expect(simulator.submissions()).toBe(0);
  await minimax.submit({ ...short, parameters: { durationSeconds: 9 } }, call);

  expect(lastBody()).toMatchObject({ duration: 9, ratio: "adaptive" });
});

test.each([
  ["en", "English"],
  ["pt-BR", "Portuguese"],
  ["yue", "Chinese,Yue"],
  ["sw", "auto"],
  ["Japanese", "Japanese"],
])("the language %s is sent as %s", async (language, name) => {
  const parameters = { language };

  await minimax.submit(
    requestFor("speech-2.8-hd", "text-to-speech", { parameters }),
    callTo(simulator),
  );

  expect(lastBody()["language_boost"]).toBe(name);
});

test("speech without audio has an unknown outcome and is not requested again", async () => {
  const prompt = "say nothing";

  const attempt = minimax.submit(
    requestFor("speech-2.8-hd", "text-to-speech", { prompt }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
  expect(simulator.submissions()).toBe(1);
});
