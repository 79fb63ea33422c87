import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import type { Candidate } from "#domain/routing/routing.ts";
import { candidateOf } from "#test/support/routing/candidates.ts";

import { planTransform } from "./plan-transform.ts";

const mediaModel = candidateOf("media", { capabilities: [] });

const file = (contentType: string) => ({ outputId: "out_1", contentType });

function plan(
  request: { operation: string; inputs: readonly object[]; parameters?: object },
  model: Candidate | null = mediaModel,
) {
  const start = { key: "step", step: "step", effect: "job", attempt: 1, requestHash: "" } as const;
  return planTransform({
    run: Object.assign(Object.create(Job.prototype) as Job, { id: "job_1" }),
    start: { ...start, request: { kind: "transform", ...request } },
    mediaModel: model,
  });
}

test.each([
  ["resize", ["image/png"], { width: 20 }, "image"],
  ["trim", ["audio/mpeg"], { endSeconds: 2 }, "audio"],
  ["frame", ["video/mp4"], {}, "image"],
  ["mux", ["image/jpeg", "audio/wav"], {}, "video"],
  ["turntable", ["model/gltf-binary"], {}, "video"],
] as const)(
  "%s of %s is a free job that makes its kind of file",
  (operation, types, parameters, made) => {
    expect(plan({ operation, inputs: types.map(file), parameters })).toMatchObject({
      request: { operation: { name: operation, parameters }, parameters: {} },
      capability: null,
      contentType: made,
      choice: { modelId: "media", credits: 0 },
    });
  },
);

test.each([
  ["a value out of range", "resize", ["image/png"], { width: 1 }, "parameters.width"],
  ["a file of another kind", "resize", ["audio/wav"], { width: 20 }, "resize takes image"],
  ["an empty list", "collage", [], {}, "There are no inputs."],
  ["too many files", "collage", Array.from({ length: 51 }, () => "image/png"), {}, "at most 50"],
  ["a file that no step takes", "resize", ["text/plain"], { width: 20 }, "text/plain"],
] as const)("%s is refused with what is wrong", (_, operation, types, parameters, message) => {
  expect(() => plan({ operation, inputs: types.map(file), parameters })).toThrow(
    expect.objectContaining({
      code: "request_invalid",
      message: expect.stringContaining(message),
    }),
  );
});

test("a step waits for an unavailable provider, and is refused without a configured one", () => {
  const request = { operation: "resize", inputs: [file("image/png")], parameters: { width: 20 } };
  const paused = { code: "provider_not_available", reason: "Paused." } as const;
  const bare = { code: "provider_not_configured", reason: "No URL.", setting: "URL" } as const;

  expect(plan(request, { ...mediaModel, unavailable: paused })).toMatchObject({ capability: null });
  expect(() => plan(request, { ...mediaModel, unavailable: bare })).toThrow("No URL.");
  expect(() => plan(request, null)).toThrow(
    expect.objectContaining({ code: "no_model_available" }),
  );
});
