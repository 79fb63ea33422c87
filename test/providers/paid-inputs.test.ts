import { describe, expect, test } from "vitest";

import { checkPaidInputs } from "#activities/generation/check-paid-inputs.ts";
import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { providers } from "#catalog/index.ts";
import { usdFor } from "#domain/billing/credits.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { inputOf, pictureOf } from "#test/support/providers/input-of.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";

const models = providers.flatMap((provider) => provider.models);

function requestFor(id: string, capability: Capability) {
  const model = models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no model ${id}`);
  return sampleRequest(model, capability);
}

function usdOf({ priced, parameterSchema, parameters, capability, inputs }: AdapterRequest) {
  return usdFor({ ...priced, parameters: parameterSchema }, parameters, { capability, inputs });
}

describe("an image of unknown size", () => {
  test.each([
    ["clarity-upscaler", "upscaling"],
    ["codeformer", "restoration"],
    ["topaz-sharpen-standard", "enhancement"],
  ] as const)(
    "is not sent to %s when it costs more than the paid price",
    async (id, capability) => {
      const request = requestFor(id, capability);
      const photo = pictureOf(8_000, 6_000);

      await expect(checkPaidInputs({ ...request, inputs: [photo] })).rejects.toMatchObject({
        code: "parameter_not_supported",
        issues: [{ pointer: "/inputs/0", code: "too_large" }],
      });
      const known = { ...photo, width: 8_000, height: 6_000 };
      await checkPaidInputs({ ...request, inputs: [known] });
      await checkPaidInputs({ ...request, inputs: [pictureOf(1_000, 1_000)] });
    },
  );

  test("is sold at the largest size that is billed, where the provider has one, and always sent", async () => {
    const request = requestFor("flux-2-pro", "image-to-image");
    const known = {
      ...request,
      inputs: [{ ...pictureOf(4_000, 3_000), width: 4_000, height: 3_000 }],
    };
    const unknown = { ...request, inputs: [pictureOf(8_000, 6_000)] };

    await checkPaidInputs(unknown);
    expect(usdOf(unknown)).toBe(usdOf(known));
  });

  test("is not sent when its size cannot be read and the price depends on it", async () => {
    const inputs = [inputOf("image", Buffer.from("no picture"))];

    const attempt = checkPaidInputs({ ...requestFor("clarity-upscaler", "upscaling"), inputs });
    await expect(attempt).rejects.toMatchObject({ code: "input_invalid" });
    await checkPaidInputs({ ...requestFor("flux-lora-canny", "image-to-image"), inputs });
  });
});

describe("an image from a URL", () => {
  test.each([
    ["magnific_precision_upscaler_v2", 3_200, 2_001, "input_too_large"],
    ["magnific_precision_upscaler_v2", 1_000, 1_000, null],
    ["stable-image-upscale-creative", 1_025, 1_024, "input_too_large"],
    ["stable-image-upscale-creative", 63, 64, "input_invalid"],
    ["stable-image-upscale-creative", 1_024, 1_024, null],
  ])("for %s with %i × %i pixels: %s", async (id, width, height, code) => {
    const request = { ...requestFor(id, "upscaling"), inputs: [pictureOf(width, height)] };

    const attempt = checkPaidInputs(request);
    if (code === null) await attempt;
    else await expect(attempt).rejects.toMatchObject({ code, issues: [{ pointer: "/inputs/0" }] });
  });

  test("is refused for a type that the model does not accept", async () => {
    const webp = { ...pictureOf(1_000, 1_000), contentType: "image/webp" };
    const request = { ...requestFor("kling-2.6", "image-to-video"), inputs: [webp] };

    await expect(checkPaidInputs(request)).rejects.toMatchObject({
      code: "input_invalid",
      issues: [{ pointer: "/inputs/0", code: "not_supported" }],
    });
  });

  test("whose size cannot be read is left to a provider that bills no size", async () => {
    const inputs = [inputOf("image", Buffer.from("no picture"))];

    await checkPaidInputs({ ...requestFor("stable-image-upscale-creative", "upscaling"), inputs });
  });
});

describe("a video of unknown frame rate", () => {
  /** The small video, whose five frames last one 50th of their time. */
  function fastVideo(times: number) {
    const bytes = mediaFile("mp4");
    const place = bytes.indexOf("stts") + 12;
    bytes.writeUInt32BE(bytes.readUInt32BE(place + 4) / times, place + 4);
    return inputOf("video", bytes);
  }
  const request = (video: AdapterRequest["inputs"][number]) => ({
    ...requestFor("lipsync-2", "lip-sync"),
    inputs: [video, sampleInput("audio")],
  });

  test("is not sent when it costs more than the paid price", async () => {
    await expect(checkPaidInputs(request(fastVideo(20)))).rejects.toMatchObject({
      code: "parameter_not_supported",
      issues: [{ pointer: "/inputs/0", code: "too_large" }],
    });
    const known = { ...fastVideo(20), framesPerSecond: 100 };
    await checkPaidInputs(request(known));
    await checkPaidInputs(request(fastVideo(5)));
  });

  test("is refused before anything is sent when its rate cannot be read", async () => {
    const video = { ...sampleInput("video"), contentType: "video/webm" };

    await expect(checkPaidInputs(request(video))).rejects.toMatchObject({ code: "input_invalid" });
  });
});

describe("a recording of unknown duration", () => {
  /** µ-law with 8,000 bytes a second. */
  function longSound(seconds: number, { bytesPerSecond = 8_000 } = {}) {
    const head = Buffer.alloc(44);
    head.write("RIFF", 0);
    head.write("WAVEfmt ", 8);
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(7, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt32LE(8_000, 24);
    head.writeUInt32LE(bytesPerSecond, 28);
    head.writeUInt16LE(1, 32);
    head.writeUInt16LE(8, 34);
    head.write("data", 36);
    head.writeUInt32LE(seconds * 8_000, 40);
    const second = Buffer.alloc(8_000, 0x7f);
    return {
      ...sampleInput("audio"),
      contentType: "audio/wav",
      async *open() {
        yield head;
        for (let index = 0; index < seconds; index += 1) yield second;
      },
    };
  }

  test.each([
    ["gpt-4o-transcribe", "speech-to-text"],
    ["nova-3", "speech-to-text"],
    ["scribe_v2", "speech-to-text"],
    ["eleven_multilingual_sts_v2", "speech-to-speech"],
    ["audio-isolation", "enhancement"],
  ] as const)(
    "is not sent to %s when it costs more than the paid price",
    async (id, capability) => {
      const request = requestFor(id, capability);

      await expect(
        checkPaidInputs({ ...request, inputs: [longSound(7_200)] }),
      ).rejects.toMatchObject({
        code: "parameter_not_supported",
        issues: [{ pointer: "/inputs/0", code: "too_large" }],
      });
      const known = { ...longSound(7_200), durationSeconds: 7_200 };
      await checkPaidInputs({ ...request, inputs: [known] });
      await checkPaidInputs({ ...request, inputs: [longSound(30)] });
    },
  );

  test("is priced by its samples, whatever its header says", async () => {
    const lie = longSound(7_200, { bytesPerSecond: 0xff_ff_ff_ff });

    await expect(
      checkPaidInputs({ ...requestFor("nova-3", "speech-to-text"), inputs: [lie] }),
    ).rejects.toMatchObject({ code: "parameter_not_supported" });
  });

  test("is refused before anything is sent when its duration cannot be read", async () => {
    const inputs = [{ ...sampleInput("audio"), contentType: "audio/flac" }];

    await expect(
      checkPaidInputs({ ...requestFor("gpt-4o-transcribe", "speech-to-text"), inputs }),
    ).rejects.toMatchObject({ code: "input_invalid" });
  });
});
