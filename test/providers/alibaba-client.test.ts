import { createAlibaba } from "@ai-sdk/alibaba";
import { expect, test } from "vitest";

import { startAlibaba } from "#test/support/providers/alibaba.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/**
 * Tests the simulated provider with a client of others, which they test with the real one. Its image to video has the field of an
 * older model, so that only videos from a text are compared.
 */
const simulator = useSimulator(startAlibaba);

/** Starts a video. Returns a function that asks for its status. */
async function film() {
  const videoBaseURL = new URL(simulator.url).origin;
  const model = createAlibaba({ apiKey: simulatorKey, videoBaseURL }).video("wan2.7-t2v");
  if (model.doStart === undefined || model.doStatus === undefined) {
    throw new Error("the client has no videos that are polled");
  }
  const { operation, warnings } = await model.doStart({
    prompt: "a fox",
    n: 1,
    aspectRatio: "9:16",
    resolution: "1280x720",
    duration: 4,
    fps: undefined,
    seed: 7,
    frameImages: undefined,
    inputReferences: undefined,
    generateAudio: undefined,
    image: undefined,
    providerOptions: { alibaba: { negativePrompt: "blur", watermark: false } },
  });
  expect(warnings).toEqual([]);
  return async () => model.doStatus?.({ operation });
}

test("the client films and polls", async () => {
  const ask = await film();

  expect(await ask()).toMatchObject({ status: "pending" });
  expect(await ask()).toMatchObject({
    status: "completed",
    videos: [{ type: "url", mediaType: "video/mp4" }],
    providerMetadata: { alibaba: { usage: { duration: 4, resolution: 720 } } },
  });
  expect(simulator.requests.slice(0, 1).map(receivedJson)).toMatchObject([
    { parameters: { resolution: "720P", ratio: "9:16", duration: 4, seed: 7 } },
  ]);
});

test("the client recognizes a failed task and a refused request", async () => {
  const ask = await film();
  simulator.play({ status: "FAILED" });
  expect(await ask()).toMatchObject({
    status: "error",
    error: expect.stringContaining("could not be made") as string,
  });

  simulator.play({ refusal: "moderated" });
  await expect(film()).rejects.toThrow("inappropriate content");
});
