import { expect, test } from "vitest";

import { kling } from "#activities/providers/kling/kling.ts";
import provider from "#catalog/providers/kling.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { soundOf, videoOf } from "#test/support/providers/input-of.ts";
import { startKling } from "#test/support/providers/kling.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { lastRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startKling);

describeAdapter({
  provider,
  adapter: kling,
  simulator,
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
    unknown_path: "model_not_available",
  },
  failures: { failed: "provider_failed" },
  sendsRandomRequests: true,
  paidRequests: { "kling-lip-sync": 2 },
  addressesOnly: ["video-editing", "lip-sync"],
  inputs: { video: videoOf(5), audio: soundOf(3) },
});

const requestFor = requestsTo(provider);
const lastBody = () => receivedJson(lastRequest(simulator));

test("a repeated idempotency key is not billed again and leads to the first task", async () => {
  const call = callTo(simulator);
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

test("an idempotency key covers all products and also finds a lip sync", async () => {
  const call = callTo(simulator);
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

test("a failed task is found by its idempotency key, so its work is not repeated", async () => {
  const call = callTo(simulator);
  await kling.submit(requestFor("kling-3.0", "text-to-video"), call);
  simulator.play({ status: "failed" });

  const handle = await kling.lookup?.(call.idempotencyKey, call);

  await expect(kling.poll?.(handle ?? {}, call)).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "the generation failed" },
  });
});

test("a task that is not listed yet counts as running", async () => {
  const call = callTo(simulator);
  expect(await kling.poll?.({ kind: "task", id: "1" }, call)).toEqual({ state: "running" });
  await expect(kling.poll?.({ kind: "lip-sync", id: "1" }, call)).rejects.toMatchObject({
    code: "provider_result_expired",
  });
});

test("the recording is assigned to the face visible longest, from the start of the video", async () => {
  const inputs = [videoOf(5), soundOf(3)];

  await kling.submit(
    requestFor("kling-lip-sync", "lip-sync", { inputs }),
    callTo(simulator, { idempotencyKey: "job_9:generate:1" }),
  );

  expect(lastBody()).toMatchObject({
    external_task_id: "job_9-generate-1",
    face_choose: [
      { face_id: "1", sound_start_time: 0, sound_end_time: 3_000, sound_insert_time: 0 },
    ],
  });
});

test("a video without a face costs only the face search", async () => {
  const video = { ...videoOf(5), url: "https://media.example.com/nobody.mp4" };
  const request = requestFor("kling-lip-sync", "lip-sync", { inputs: [video, soundOf(3)] });

  await expect(kling.submit(request, callTo(simulator))).rejects.toMatchObject({
    code: "input_invalid",
  });

  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test.each([
  ["a video longer than what is paid for", [videoOf(12), soundOf(3)], "parameter_not_supported"],
  ["a recording longer than that", [videoOf(5), soundOf(12)], "parameter_not_supported"],
  ["a recording that is too short", [videoOf(5), soundOf(1)], "input_invalid"],
] as const)("%s is refused before the face search", async (_, inputs, code) => {
  const request = requestFor("kling-lip-sync", "lip-sync", { inputs });

  await expect(kling.submit(request, callTo(simulator))).rejects.toMatchObject({ code });

  expect(simulator.requests).toEqual([]);
});

test("an edited video is billed by its length, so a longer one requires that duration", async () => {
  const call = callTo(simulator);
  const inputs = [videoOf(8)];
  const short = requestFor("kling-3.0-omni", "video-editing", { inputs });
  const enough = { ...short, parameters: { durationSeconds: 8 } };

  await expect(kling.submit(short, call)).rejects.toMatchObject({
    code: "parameter_not_supported",
    details: { reason: expect.stringContaining("set durationSeconds to 8") as string },
  });
  expect(simulator.submissions()).toBe(0);
  await kling.submit(enough, call);

  expect(lastBody()["settings"]).toEqual({
    audio: "off",
    multi_shot: false,
    resolution: "720p",
  });
});

test.each([
  [1, ["prompt", "first_frame"]],
  [2, ["prompt", "first_frame", "last_frame"]],
  [4, ["prompt", "refer_image", "refer_image", "refer_image", "refer_image"]],
])(
  "%i images of an omni model are frames, or references when there are more",
  async (count, types) => {
    const inputs = Array.from({ length: count }, () => sampleInput("image"));

    await kling.submit(requestFor("kling-o1", "image-to-video", { inputs }), callTo(simulator));

    const contents = lastBody()["contents"] as { type: string }[];
    expect(contents.map(({ type }) => type)).toEqual(types);
  },
);

test("two images are the first and the last frame and set the aspect ratio", async () => {
  const inputs = [sampleInput("image"), sampleInput("image")];
  const parameters = { aspectRatio: "9:16", modelParameters: { "settings.multi_shot": false } };

  await kling.submit(
    requestFor("kling-3.0", "image-to-video", { inputs, parameters }),
    callTo(simulator, { idempotencyKey: "job_9:generate:1" }),
  );

  expect(lastBody()).toEqual({
    contents: [
      { type: "prompt", text: "a red fox in the snow" },
      { type: "first_frame", url: inputs[0]?.url },
      { type: "last_frame", url: inputs[1]?.url },
    ],
    settings: { resolution: "720p", audio: "off", duration: 5, multi_shot: false },
    options: { external_task_id: "job_9-generate-1" },
  });
});

test.each([
  ["native audio", "text-to-video", { modelParameters: { "settings.audio": "native" } }, 0],
  ["a last frame", "image-to-video", {}, 2],
] as const)("Kling 2.6 sells %s at 1080p only", async (_, capability, parameters, images) => {
  const inputs = Array.from({ length: images }, () => sampleInput("image"));

  await kling.submit(
    requestFor("kling-2.6", capability, { parameters, inputs }),
    callTo(simulator),
  );

  expect(lastBody()["settings"]).toMatchObject({ resolution: "1080p" });
});

test("Kling O1 makes 5 or 10 seconds from a first frame, and any length from references", async () => {
  const parameters = { durationSeconds: 7 };
  const withImages = (count: number) =>
    requestFor("kling-o1", "image-to-video", {
      parameters,
      inputs: Array.from({ length: count }, () => sampleInput("image")),
    });

  await kling.submit(withImages(1), callTo(simulator, { idempotencyKey: "1" }));
  expect(lastBody()["settings"]).toMatchObject({ duration: 5 });
  await kling.submit(withImages(3), callTo(simulator, { idempotencyKey: "2" }));
  expect(lastBody()["settings"]).toMatchObject({ duration: 7 });
});

test("images take references, and report their units as a cost", async () => {
  simulator.play({ runningPolls: 0 });
  const call = callTo(simulator);
  const inputs = [sampleInput("image"), sampleInput("image")];
  const accepted = await kling.submit(
    requestFor("kling-image-3.0-omni", "image-to-image", {
      inputs,
      parameters: { resolution: "4k" },
    }),
    call,
  );

  expect(lastBody()).toMatchObject({
    model_name: "kling-v3-omni",
    resolution: "4k",
    image_list: inputs.map(({ url }) => ({ image: url })),
  });
  const handle = accepted.state === "accepted" ? accepted.handle : {};
  expect(await kling.lookup?.(call.idempotencyKey, call)).toEqual(handle);
  expect(await kling.poll?.(handle, call)).toMatchObject({
    state: "succeeded",
    result: { files: [{ contentType: "image/png" }], costUsd: 0.028 },
  });
});
