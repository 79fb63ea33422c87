import { expect, test } from "vitest";

import type { AdapterInput, AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import { kling } from "#activities/providers/kling.ts";
import provider from "#catalog/providers/kling.ts";
import type { Capability } from "#domain/capability.ts";
import { startKling } from "#test/support/providers/kling.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

/** The small video, which says of itself that it is so long. */
function videoOf(seconds: number): AdapterInput {
  const bytes = Buffer.from(mediaFile("mp4"));
  bytes.writeUInt32BE(seconds * 1_000, bytes.indexOf("mvhd") + 20);
  return inputOf("video", bytes);
}

/** Silence. */
function soundOf(seconds: number): AdapterInput {
  const samples = Buffer.alloc(seconds * 16_000);
  const head = Buffer.from(mediaFile("wav").subarray(0, 36));
  const data = Buffer.alloc(8);
  data.write("data", 0, "latin1");
  data.writeUInt32LE(samples.byteLength, 4);
  return inputOf("audio", Buffer.concat([head, data, samples]), "audio/wav");
}

function inputOf(kind: "video" | "audio", bytes: Buffer, contentType?: string): AdapterInput {
  const input = sampleInput(kind);
  return {
    ...input,
    contentType: contentType ?? input.contentType,
    bytes: bytes.byteLength,
    async *open() {
      yield bytes;
    },
  };
}

describeAdapter({
  provider,
  adapter: kling,
  start: startKling,
  refusals: {
    moderated: "content_refused",
    policy: "content_refused",
    balance: "provider_balance_empty",
    arrears: "provider_balance_empty",
    account: "provider_credential_invalid",
    rate_limited: "provider_rate_limited",
    concurrency: "provider_rate_limited",
    address_list: "provider_credential_invalid",
    not_sold: "model_not_available",
    invalid: "provider_rejected",
    unknown_path: "provider_rejected",
  },
  failures: { failed: "provider_failed" },
  paidRequests: { "kling-lip-sync": 2 },
  addressesOnly: ["video-editing", "lip-sync"],
  inputs: { video: videoOf(5), audio: soundOf(3) },
});

async function withKling(play: (simulator: Simulator, call: ProviderCall) => Promise<void>) {
  const simulator = await startKling();
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

const lastBody = ({ requests }: Simulator) => {
  const request = requests.at(-1);
  if (request === undefined) throw new Error("nothing arrived");
  return receivedJson(request);
};

test("a key that was taken before is not billed again, and leads to the first task", async () => {
  await withKling(async (simulator, call) => {
    const request = requestFor("kling-3.0", "text-to-video");
    const first = await kling.submit(request, call);

    await expect(kling.submit(request, call)).rejects.toMatchObject({
      code: "provider_outcome_unknown",
    });

    expect(await kling.lookup?.(call.idempotencyKey, call)).toEqual(
      first.state === "accepted" ? first.handle : null,
    );
    expect([simulator.submissions(), simulator.billed()]).toEqual([2, 1]);
  });
});

test("a key is taken for all products, and a lip sync is found by it, too", async () => {
  await withKling(async (simulator, call) => {
    const inputs = [videoOf(5), soundOf(3)];
    simulator.play({ runningPolls: 0 });
    await kling.submit(requestFor("kling-lip-sync", "lip-sync", { inputs }), call);

    const attempt = kling.submit(requestFor("kling-3.0", "text-to-video"), call);
    await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
    const handle = await kling.lookup?.(call.idempotencyKey, call);

    expect(handle).toMatchObject({ kind: "lip-sync" });
    expect(await kling.poll?.(handle ?? {}, call)).toMatchObject({
      state: "succeeded",
      result: { files: [{ contentType: "video/mp4", durationSeconds: 5 }] },
    });
  });
});

test("a failed task is found by its key, so that its work is not made twice", async () => {
  await withKling(async (simulator, call) => {
    await kling.submit(requestFor("kling-3.0", "text-to-video"), call);
    simulator.play({ status: "failed" });

    const handle = await kling.lookup?.(call.idempotencyKey, call);

    await expect(kling.poll?.(handle ?? {}, call)).rejects.toMatchObject({
      code: "provider_failed",
      details: { reason: "the generation failed" },
    });
  });
});

test("a task that is not listed yet is waited for", async () => {
  await withKling(async (_, call) => {
    expect(await kling.poll?.({ kind: "task", id: "1" }, call)).toEqual({ state: "running" });
    await expect(kling.poll?.({ kind: "lip-sync", id: "1" }, call)).rejects.toMatchObject({
      code: "provider_result_expired",
    });
  });
});

test("the longest seen face gets the recording, from the start of the video", async () => {
  await withKling(async (simulator, call) => {
    const inputs = [videoOf(5), soundOf(3)];

    await kling.submit(requestFor("kling-lip-sync", "lip-sync", { inputs }), call);

    expect(lastBody(simulator)).toMatchObject({
      external_task_id: "job_9-generate-1",
      face_choose: [
        { face_id: "1", sound_start_time: 0, sound_end_time: 3_000, sound_insert_time: 0 },
      ],
    });
  });
});

test("a video without a face costs the search only", async () => {
  await withKling(async (simulator, call) => {
    const video = { ...videoOf(5), url: "https://media.example.com/nobody.mp4" };
    const request = requestFor("kling-lip-sync", "lip-sync", { inputs: [video, soundOf(3)] });

    await expect(kling.submit(request, call)).rejects.toMatchObject({ code: "input_invalid" });

    expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
  });
});

test.each([
  ["a video longer than what is paid for", [videoOf(12), soundOf(3)], "parameter_not_supported"],
  ["a recording longer than that", [videoOf(5), soundOf(12)], "parameter_not_supported"],
  ["a recording that is too short", [videoOf(5), soundOf(1)], "input_invalid"],
] as const)("%s is refused before anything is searched", async (_, inputs, code) => {
  await withKling(async (simulator, call) => {
    const request = requestFor("kling-lip-sync", "lip-sync", { inputs });

    await expect(kling.submit(request, call)).rejects.toMatchObject({ code });

    expect(simulator.requests).toEqual([]);
  });
});

test("an edited video is billed by its length, so a longer one needs as many seconds", async () => {
  await withKling(async (simulator, call) => {
    const inputs = [videoOf(8)];
    const short = requestFor("kling-3.0-omni", "video-editing", { inputs });
    const enough = { ...short, parameters: { durationSeconds: 8 } };

    await expect(kling.submit(short, call)).rejects.toMatchObject({
      code: "parameter_not_supported",
      details: { reason: expect.stringContaining("set durationSeconds to 8") as string },
    });
    expect(simulator.submissions()).toBe(0);
    await kling.submit(enough, call);

    expect(lastBody(simulator)["settings"]).toEqual({
      audio: "off",
      multi_shot: false,
      resolution: "720p",
    });
  });
});

test.each([
  [1, ["prompt", "first_frame"]],
  [2, ["prompt", "first_frame", "last_frame"]],
  [4, ["prompt", "refer_image", "refer_image", "refer_image", "refer_image"]],
])(
  "%i pictures of an omni model are frames, or references when there are more",
  async (count, types) => {
    await withKling(async (simulator, call) => {
      const inputs = Array.from({ length: count }, () => sampleInput("image"));

      await kling.submit(requestFor("kling-o1", "image-to-video", { inputs }), call);

      const contents = lastBody(simulator)["contents"] as { type: string }[];
      expect(contents.map(({ type }) => type)).toEqual(types);
    });
  },
);

test("two pictures make the first and the last frame; the shape is theirs", async () => {
  await withKling(async (simulator, call) => {
    const inputs = [sampleInput("image"), sampleInput("image")];
    const parameters = { aspectRatio: "9:16", modelParameters: { "settings.multi_shot": false } };

    await kling.submit(requestFor("kling-3.0", "image-to-video", { inputs, parameters }), call);

    expect(lastBody(simulator)).toEqual({
      contents: [
        { type: "prompt", text: "a red fox in the snow" },
        { type: "first_frame", url: inputs[0]?.url },
        { type: "last_frame", url: inputs[1]?.url },
      ],
      settings: { resolution: "720p", audio: "off", duration: 5, multi_shot: false },
      options: { external_task_id: "job_9-generate-1" },
    });
  });
});

test("sound at less than 1080p is Kling's to refuse, in its own words and for nothing", async () => {
  await withKling(async (simulator, call) => {
    const parameters = { modelParameters: { "settings.audio": "native" } };

    const attempt = kling.submit(requestFor("kling-2.6", "text-to-video", { parameters }), call);

    await expect(attempt).rejects.toMatchObject({
      code: "provider_rejected",
      details: { reason: "only 1080p resolution is supported" },
    });
    expect(simulator.billed()).toBe(0);
  });
});
