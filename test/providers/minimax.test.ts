import { expect, test } from "vitest";

import type { AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import { minimax } from "#activities/providers/minimax.ts";
import provider from "#catalog/providers/minimax.ts";
import type { Capability } from "#domain/capability.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { startMinimax } from "#test/support/providers/minimax.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

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
  start: startMinimax,
  refusals,
  failures: {
    Fail: "provider_failed",
    failed: "provider_failed",
    cancelled: "canceled",
    expired: "provider_failed",
  },
});

async function withMinimax(play: (simulator: Simulator, call: ProviderCall) => Promise<void>) {
  const simulator = await startMinimax();
  try {
    await play(simulator, {
      baseUrl: simulator.url,
      credential: simulatorKey,
      idempotencyKey: "job_9:generate:1",
      signal: AbortSignal.timeout(20_000),
    });
  } finally {
    await simulator.close();
  }
}

function requestFor(
  id: string,
  capability: Capability,
  change: Partial<AdapterRequest> = {},
): AdapterRequest {
  const model = provider.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return sampleRequest(model, capability, change);
}

async function handleOf(request: AdapterRequest, call: ProviderCall) {
  const answer = await minimax.submit(request, call);
  if (answer.state !== "accepted") throw new Error("not accepted");
  return answer.handle;
}

const lastBody = ({ requests }: Simulator) => {
  const request = requests.at(-1);
  if (request === undefined) throw new Error("nothing arrived");
  return receivedJson(request);
};

const older = [
  ["MiniMax-Hailuo-2.3", "text-to-video"],
  ["speech-2.8-hd", "text-to-speech"],
] as const;

test.each(
  Object.entries(refusals).flatMap(([refusal, code]) =>
    refusal.endsWith("_200") ? older.map((each) => [...each, refusal, code] as const) : [],
  ),
)("%s to %s: %s in an answer with 200 is %s", async (id, capability, refusal, code) => {
  await withMinimax(async (simulator, call) => {
    simulator.play({ refusal });

    await expect(minimax.submit(requestFor(id, capability), call)).rejects.toMatchObject({ code });

    expect(simulator.submissions()).toBe(1);
  });
});

test.each(older)("%s: a wrong key is told by an answer with 200", async (id, capability) => {
  await withMinimax(async (_, call) => {
    const attempt = minimax.submit(requestFor(id, capability), { ...call, credential: "wrong" });

    await expect(attempt).rejects.toMatchObject({ code: "provider_credential_invalid" });
  });
});

test("trouble of theirs in an answer to a paid request leaves open what was made", async () => {
  await withMinimax(async (simulator, call) => {
    const prompt = "make trouble";

    const attempt = minimax.submit(
      requestFor("MiniMax-Hailuo-2.3", "text-to-video", { prompt }),
      call,
    );

    await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
    expect(simulator.submissions()).toBe(1);
  });
});

test("a finished task of the first version has a file, with a fresh address each time", async () => {
  await withMinimax(async (simulator, call) => {
    simulator.play({ runningPolls: 0, expiredResults: 1 });
    const handle = await handleOf(requestFor("MiniMax-Hailuo-2.3", "text-to-video"), call);

    const addresses: string[] = [];
    for (const _ of [1, 2]) {
      const answer = await minimax.poll?.(handle, call);
      if (answer?.state !== "succeeded") throw new Error("not done");
      const source = answer.result.files[0]?.source;
      if (source !== undefined && "url" in source) addresses.push(source.url);
    }

    expect((await fetch(addresses[0] ?? "")).status).toBe(404);
    expect((await fetch(addresses[1] ?? "")).status).toBe(200);
    expect(simulator.submissions()).toBe(1);
  });
});

test.each(["Preparing", "Queueing", "Processing", "Marinating"])(
  "%s of the first version is running",
  async (status) => {
    await withMinimax(async (simulator, call) => {
      const handle = await handleOf(requestFor("MiniMax-Hailuo-02", "text-to-video"), call);
      simulator.play({ status });

      expect(await minimax.poll?.(handle, call)).toEqual({ state: "running" });
    });
  },
);

test("what runs already is not stopped, and what is done is not deleted", async () => {
  await withMinimax(async (simulator, call) => {
    simulator.play({ runningPolls: 2 });
    const handle = await handleOf(requestFor("MiniMax-H3", "text-to-video"), call);
    await minimax.poll?.(handle, call);

    await minimax.cancel?.(handle, call);
    const done = await minimax.poll?.(handle, call);
    await minimax.cancel?.(handle, call);

    expect(done?.state).toBe("succeeded");
    expect(await minimax.poll?.(handle, call)).toMatchObject({ state: "succeeded" });
    expect(simulator.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });
});

test("what begins to run between the look and the stop goes on", async () => {
  await withMinimax(async (simulator, call) => {
    const handle = await handleOf(requestFor("MiniMax-H3", "text-to-video"), call);
    simulator.play({ status: "queued", runningPolls: 5 });
    await minimax.poll?.(handle, call);

    await minimax.cancel?.(handle, call);
    simulator.play({});

    expect(simulator.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    expect(await minimax.poll?.(handle, call)).toMatchObject({ state: "succeeded" });
  });
});

test("a task of the first version is left alone, because it cannot be stopped", async () => {
  await withMinimax(async (simulator, call) => {
    const handle = await handleOf(requestFor("MiniMax-Hailuo-02", "text-to-video"), call);

    await minimax.cancel?.(handle, call);

    expect(simulator.requests).toHaveLength(1);
  });
});

test.each([
  [["image"], undefined, ["first_frame"]],
  [["image", "image"], undefined, ["first_frame", "last_frame"]],
  [["image", "image", "image"], "adaptive", Array.from({ length: 3 }, () => "reference_image")],
  [["image", "audio"], "adaptive", ["reference_image", "reference_audio"]],
] as const)("%s: the shape is %s, the roles are %s", async (kinds, ratio, roles) => {
  await withMinimax(async (simulator, call) => {
    const inputs = kinds.map((kind) => sampleInput(kind));

    await minimax.submit(requestFor("MiniMax-H3", "image-to-video", { inputs, prompt: "" }), call);

    const { content, ratio: sent } = lastBody(simulator) as {
      content: { role?: string; text?: string }[];
      ratio?: string;
    };
    expect(content.flatMap(({ role }) => role ?? [])).toEqual(roles);
    expect(content[0]?.text).toBe("The scene comes to life.");
    expect(sent).toBe(ratio);
  });
});

test("an input video is billed, so it may be as long as the result and no longer", async () => {
  await withMinimax(async (simulator, call) => {
    const bytes = Buffer.from(mediaFile("mp4"));
    bytes.writeUInt32BE(9_000, bytes.indexOf("mvhd") + 20);
    const video = { ...sampleInput("video"), open: () => once(bytes) };
    const short = requestFor("MiniMax-H3", "video-editing", { inputs: [video] });

    await expect(minimax.submit(short, call)).rejects.toMatchObject({
      code: "parameter_not_supported",
    });
    const cheap = { durationSeconds: 9, modelParameters: { task: "video" } };
    await expect(minimax.submit({ ...short, parameters: cheap }, call)).rejects.toMatchObject({
      code: "parameter_not_supported",
    });
    expect(simulator.submissions()).toBe(0);
    await minimax.submit({ ...short, parameters: { durationSeconds: 9 } }, call);

    expect(lastBody(simulator)).toMatchObject({ duration: 9, ratio: "adaptive" });
  });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test.each([
  ["en", "English"],
  ["pt-BR", "Portuguese"],
  ["yue", "Chinese,Yue"],
  ["sw", "auto"],
  ["Japanese", "Japanese"],
])("the language %s is %s to MiniMax", async (language, name) => {
  await withMinimax(async (simulator, call) => {
    const parameters = { language };

    await minimax.submit(requestFor("speech-2.8-hd", "text-to-speech", { parameters }), call);

    expect(lastBody(simulator)["language_boost"]).toBe(name);
  });
});

test("speech without sound is not taken for speech, and not asked for again", async () => {
  await withMinimax(async (simulator, call) => {
    const prompt = "say nothing";

    const attempt = minimax.submit(requestFor("speech-2.8-hd", "text-to-speech", { prompt }), call);

    await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
    expect(simulator.submissions()).toBe(1);
  });
});
