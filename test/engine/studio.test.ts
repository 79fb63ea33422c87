import { createRequire } from "node:module";

import { expect, test } from "vitest";

import type { JobView } from "#test/support/engine/engine.ts";
import { startStudioEngine } from "#test/support/engine/studio-engine.ts";
import { useResource } from "#test/support/fixtures.ts";

/** End to end, from a sentence to a valid file, with the embedded provider as shipped. */
const engine = useResource(startStudioEngine);

async function make(body: object): Promise<{ job: JobView; file: Uint8Array }> {
  const job = await engine.waitForJob(await engine.createJob(body));
  expect(job).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, releasedCredits: 0 },
  });
  const answer = await fetch(job.output?.url ?? "");
  expect(answer.headers.get("content-type")).toContain(job.output?.contentType ?? "none");
  return { job, file: new Uint8Array(await answer.arrayBuffer()) };
}

test("a sentence becomes an image of the requested size", async () => {
  const { job, file } = await make({
    message: "draw a red fox in a snowy forest, 320x240",
    parseIntent: true,
  });

  expect(job.output).toMatchObject({ contentType: "image/png", width: 320, height: 240 });
  const view = new DataView(file.buffer);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([320, 240]);
});

test("a generated image becomes the input of the next job", async () => {
  const first = await make({
    message: "a house in a meadow",
    capability: "text-to-image",
    parameters: { width: 128, height: 96 },
  });
  const inputs = [{ kind: "image", url: first.job.output?.url }];
  const restyled = await make({
    message: "make it look like an oil painting",
    parseIntent: true,
    inputs,
  });
  const larger = await make({ message: "upscale this image 2x", parseIntent: true, inputs });

  expect(restyled.job).toMatchObject({
    model: { id: "studio-style" },
    output: { width: 128, height: 96 },
  });
  expect(larger.job).toMatchObject({
    model: { id: "studio-upscale" },
    output: { width: 256, height: 192 },
  });
});

test("a sentence becomes a video that plays", async () => {
  const { job, file } = await make({
    message: "a one second video of a sailing boat at sea",
    parseIntent: true,
    parameters: { durationSeconds: 1, width: 320, height: 180 },
  });

  expect(job.output).toMatchObject({ contentType: "video/mp4", width: 320, height: 180 });
  expect(Buffer.from(file.subarray(4, 8)).toString()).toBe("ftyp");
  expect(job.output).toHaveProperty("durationSeconds", 1);
});

test("a sentence becomes speech of a plausible length", async () => {
  const { job, file } = await make({
    message: 'say "Welcome to the museum. Please follow the blue signs."',
    parseIntent: true,
  });

  expect(job.output?.contentType).toBe("audio/wav");
  const seconds = (job.output as { durationSeconds?: number } | undefined)?.durationSeconds ?? 0;
  expect(seconds).toBeGreaterThan(1.5);
  expect(seconds).toBeLessThan(8);
  expect(loudest(file)).toBeGreaterThan(3_000);
});

test("a sentence becomes a 3D model without glTF validation errors", async () => {
  const { job, file } = await make({ message: "a 3D model of a blue mug", parseIntent: true });

  expect(job.output?.contentType).toBe("model/gltf-binary");
  const validator = createRequire(new URL("../../studio/package.json", import.meta.url))(
    "gltf-validator",
  ) as { validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number } }> };
  const report = await validator.validateBytes(file);
  expect(report.issues.numErrors).toBe(0);
});

/** Peak of 16-bit samples behind a WAV header. */
function loudest(file: Uint8Array): number {
  const samples = new Int16Array(file.buffer.slice(44, file.byteLength - (file.byteLength % 2)));
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}
