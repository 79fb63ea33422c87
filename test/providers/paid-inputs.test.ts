import { describe, expect, test } from "vitest";

import { checkPaidInputs } from "#activities/check-paid-inputs.ts";
import { providers } from "#catalog/index.ts";
import type { Capability } from "#domain/capability.ts";
import { inputOf, pictureOf, soundOf } from "#test/support/providers/input-of.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";

const models = providers.flatMap((provider) => provider.models);

function requestFor(id: string, capability: Capability) {
  const model = models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no model ${id}`);
  return sampleRequest(model, capability);
}

describe("a picture that nobody has measured before", () => {
  test.each([
    ["clarity-upscaler", "upscaling"],
    ["codeformer", "restoration"],
    ["magnific_precision_upscaler_v2", "upscaling"],
    ["topaz-sharpen-standard", "enhancement"],
  ] as const)("is not sent to %s when it costs more than what was paid", async (id, capability) => {
    const request = requestFor(id, capability);
    const photo = pictureOf(8_000, 6_000);

    await expect(checkPaidInputs({ ...request, inputs: [photo] })).rejects.toMatchObject({
      code: "parameter_not_supported",
      issues: [{ pointer: "/inputs/0", code: "too_large" }],
    });
    const known = { ...photo, width: 8_000, height: 6_000 };
    await checkPaidInputs({ ...request, inputs: [known] });
    await checkPaidInputs({ ...request, inputs: [pictureOf(1_000, 1_000)] });
  });

  test("is not sent when it does not say how large it is, where that is paid for", async () => {
    const inputs = [inputOf("image", Buffer.from("no picture"))];

    const attempt = checkPaidInputs({ ...requestFor("clarity-upscaler", "upscaling"), inputs });
    await expect(attempt).rejects.toMatchObject({ code: "input_invalid" });
    await checkPaidInputs({ ...requestFor("flux-lora-canny", "image-to-image"), inputs });
  });
});

describe("a recording that nobody has measured before", () => {
  /** The header is believed, so a long one needs no bytes. */
  function longSound(seconds: number) {
    const sound = soundOf(1);
    return {
      ...sound,
      async *open() {
        for await (const chunk of sound.open()) {
          const file = Buffer.from(chunk);
          file.writeUInt32LE(seconds * 16_000, 40);
          yield file;
        }
      },
    };
  }

  test.each([
    ["gpt-4o-transcribe", "speech-to-text"],
    ["nova-3", "speech-to-text"],
    ["scribe_v2", "speech-to-text"],
    ["eleven_multilingual_sts_v2", "speech-to-speech"],
    ["audio-isolation", "enhancement"],
  ] as const)("is not sent to %s when it costs more than what was paid", async (id, capability) => {
    const request = requestFor(id, capability);

    await expect(checkPaidInputs({ ...request, inputs: [longSound(7_200)] })).rejects.toMatchObject(
      {
        code: "parameter_not_supported",
        issues: [{ pointer: "/inputs/0", code: "too_large" }],
      },
    );
    const known = { ...longSound(7_200), durationSeconds: 7_200 };
    await checkPaidInputs({ ...request, inputs: [known] });
    await checkPaidInputs({ ...request, inputs: [longSound(30)] });
  });

  test("passes when it does not say how long it is", async () => {
    const inputs = [{ ...sampleInput("audio"), contentType: "audio/flac" }];

    await checkPaidInputs({ ...requestFor("gpt-4o-transcribe", "speech-to-text"), inputs });
  });
});
