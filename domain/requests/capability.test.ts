import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  capabilities,
  capabilityRules,
  inputKinds,
  isCapability,
  missingInputs,
  resultContentType,
  servableCapabilities,
} from "./capability.ts";

const attachments = fc.array(fc.constantFrom(...inputKinds), { maxLength: 5 });

test("defines sixteen capabilities", () => {
  expect(capabilities).toHaveLength(16);
  expect(isCapability("text-to-image")).toBe(true);
  expect(isCapability("toString")).toBe(false);
});

test("attaching the missing inputs makes the capability servable", () => {
  fc.assert(
    fc.property(fc.constantFrom(...capabilities), attachments, (capability, attached) => {
      const complete = [...attached, ...missingInputs(capability, attached)];

      expect(missingInputs(capability, complete)).toEqual([]);
      expect(servableCapabilities(complete)).toContain(capability);
    }),
  );
});

test("one more attachment never makes a capability unservable", () => {
  fc.assert(
    fc.property(attachments, fc.constantFrom(...inputKinds), (attached, more) => {
      expect(servableCapabilities([...attached, more])).toEqual(
        expect.arrayContaining(servableCapabilities(attached)),
      );
    }),
  );
});

test("without attachments exactly the text capabilities are servable", () => {
  expect(servableCapabilities([])).toEqual([
    "text-to-image",
    "text-to-video",
    "text-to-speech",
    "text-to-3d",
  ]);
});

test("the input set that lacks the fewest inputs is requested", () => {
  expect(missingInputs("lip-sync", [])).toEqual(["video", "audio"]);
  expect(missingInputs("lip-sync", ["image"])).toEqual(["audio"]);
  expect(missingInputs("inpainting", ["image"])).toEqual([]);
  expect(missingInputs("inpainting", ["mask"])).toEqual(["image"]);
});

test("a capability that improves its input keeps the input's content type", () => {
  expect(resultContentType("upscaling", ["video"])).toBe("video");
  expect(resultContentType("enhancement", ["audio"])).toBe("audio");
  expect(resultContentType("restoration", ["image", "video"])).toBe("image");
  expect(resultContentType("image-to-video", ["image"])).toBe("video");
  expect(resultContentType("text-to-3d", [])).toBe("3d");
});

test("a capability that needs no prompt needs an input", () => {
  const made = capabilities.filter(
    (capability) =>
      !capabilityRules[capability].needsPrompt && missingInputs(capability, []).length === 0,
  );

  expect(made).toEqual([]);
});
