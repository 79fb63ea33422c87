import { expect, test } from "vitest";

import { generationOf } from "./generation-of.ts";
import type { Intent } from "./intent.ts";

const intent: Intent = {
  contentType: "video",
  capability: "text-to-video",
  subject: "a fox in snow",
  parameters: { durationSeconds: 5, style: "oil" },
  confidence: 0.9,
  assumptions: [],
  alternatives: [],
  parser: "embedded",
};

test("explicit values override values from the message", () => {
  const generation = generationOf({
    request: {
      message: "a 5 second oil video of a fox in snow",
      prompt: "a wolf",
      capability: "text-to-image",
      inputs: [],
      parameters: { style: "ink" },
    },
    intent,
  });

  expect(generation).toEqual({
    capability: "text-to-image",
    contentType: "image",
    prompt: "a wolf",
    parameters: { durationSeconds: 5, style: "ink" },
  });
});

test("the prompt of a parsed message is its subject", () => {
  const request = { message: "a video of a fox in snow", inputs: [], parameters: {} };

  expect(generationOf({ request, intent })).toMatchObject({
    capability: "text-to-video",
    contentType: "video",
    prompt: "a fox in snow",
  });
});

test("without a subject the whole message is the prompt", () => {
  const request = { message: "make it look like a sketch", inputs: [], parameters: {} };

  expect(generationOf({ request, intent: { ...intent, subject: " " } }).prompt).toBe(
    "make it look like a sketch",
  );
});

test("a message that is not parsed is the prompt of an image", () => {
  const request = { message: "a fox", inputs: [], parameters: {} };

  expect(generationOf({ request })).toEqual({
    capability: "text-to-image",
    contentType: "image",
    prompt: "a fox",
    parameters: {},
  });
});
