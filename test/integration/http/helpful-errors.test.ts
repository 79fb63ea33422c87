import { describe, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { createAsset } from "#api/routes/assets/create-asset.ts";
import { createBatch } from "#api/routes/batches/create-batch.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { formOf, pngOf } from "#test/support/media.ts";

/** Errors are read by new users: each names what is wrong and what to send instead. */

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database, { credits: 100 });

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { pointer: string; code: string; message: string }[];
  readonly details: Readonly<Record<string, readonly string[]>>;
}

async function refusal(route: Route, body: unknown, type?: string): Promise<Problem> {
  const response = await api.call(route.path, {
    key: caller.key,
    body,
    ...(type === undefined ? {} : { headers: { "Content-Type": type } }),
  });
  const problem = (await expectDocumented(route, response)) as Problem;
  expect(response.status).toBeGreaterThanOrEqual(400);
  return problem;
}

const image = { capability: "text-to-image", prompt: "a red fox" };

describe("the detail names the first problem", () => {
  test("of a body, and how many others there are", async () => {
    const { detail } = await refusal(createChatJob, { massage: "a red fox", maxCredits: 0 });

    expect(detail).toMatch(/^message: Required\. \(2 more in `errors`\)$/);
  });

  test("of a value that the model does not take, with the name of the field", async () => {
    const parameters = { width: 4_096, height: 4_096 };
    const { detail } = await refusal(createGeneration, { ...image, parameters });

    expect(detail).toMatch(/parameters\.width: The model takes at most \d+\./);
    expect(detail).toMatch(/parameters\.height: The model takes at most \d+\./);
  });

  test("of a query", async () => {
    const response = await api.call("/v1/jobs?limt=3", { key: caller.key });

    expect(await response.json()).toMatchObject({
      detail: "query limt: Unknown query parameter: limt. Did you mean limit?",
    });
  });
});

describe("a name that is nearly right is suggested:", () => {
  test.each([
    ["a field", { ...image, promt: "x" }, "/promt", /Did you mean prompt\?$/],
    [
      "an inner field",
      { ...image, aspectratio: "1:1" },
      "/aspectratio",
      /parameters\.aspectRatio\?$/,
    ],
    ["a field of other APIs", { ...image, n: 2 }, "/n", /Did you mean parameters\.count\?$/],
    [
      "a capability",
      { ...image, capability: "text2image" },
      "/capability",
      /mean text-to-image\?$/,
    ],
    [
      "a model",
      { ...image, model: "studio-imgae" },
      "/model",
      /mean studio-image\? GET \/v1\/models/,
    ],
    [
      "a model of a maker",
      { ...image, model: "acme/studio_image" },
      "/model",
      /mean studio-image\?/,
    ],
    [
      "a provider",
      { ...image, provider: "stduio" },
      "/provider",
      /mean studio\? GET \/v1\/providers/,
    ],
  ])("%s", async (_name, body, pointer, message) => {
    const { errors, detail } = await refusal(createGeneration, body);

    expect(errors).toContainEqual({
      pointer,
      code: expect.any(String) as string,
      message: expect.stringMatching(message) as string,
    });
    expect(detail).toMatch(/Did you mean/);
  });

  test("no name is suggested for one that is not near", async () => {
    const { detail } = await refusal(createGeneration, { ...image, model: "dall-e-3" });

    expect(detail).toBe("The model dall-e-3 does not exist. GET /v1/models lists all models.");
  });
});

test.each([
  ["an order", createGeneration, (item: object) => item, ""],
  ["an estimate", createEstimate, (item: object) => item, ""],
  ["an item of a batch", createBatch, (item: object) => ({ items: [item] }), "/items/0"],
])(
  "a missing field of %s is named with the other problems",
  async (_name, route, bodyOf, above) => {
    const { errors } = await refusal(
      route,
      bodyOf({ capability: "text-to-image", promt: "a fox" }),
    );

    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: `${above}/promt`, code: "unknown_field" }),
        expect.objectContaining({ pointer: `${above}/prompt`, code: "required" }),
      ]),
    );
  },
);

describe("a file that is sent in a wrong way leads to POST /v1/assets with a form:", () => {
  test.each([99, 300_000])("%i raw bytes", async (bytes) => {
    const problem = await refusal(createAsset, pngOf(bytes), "image/png");

    expect(problem).toMatchObject({ status: 415, code: "content_type_unsupported" });
    expect(problem.detail).toContain("-F file=@");
  });

  test("a form with another field", async () => {
    const form = formOf(pngOf(99), { fileField: "image" });
    const response = await fetch(`${api.url}/v1/assets`, {
      method: "POST",
      headers: { "X-API-Key": caller.key },
      body: form,
    });

    expect(await expectDocumented(createAsset, response)).toMatchObject({
      title: "The body is malformed.",
      detail: "The file is in the field `image`: name the field `file`.",
    });
  });

  test.each([99, 300_000])("a form with %i bytes to POST /v1/chat", async (bytes) => {
    const response = await fetch(`${api.url}/v1/chat`, {
      method: "POST",
      headers: { "X-API-Key": caller.key },
      body: formOf(pngOf(bytes)),
    });

    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      code: "content_type_unsupported",
      detail: expect.stringContaining("POST /v1/assets"),
    });
  });

  test("a data URL", async () => {
    const inputs = [{ kind: "image", url: "data:image/png;base64,AAAA" }];
    const { detail } = await refusal(createGeneration, { capability: "upscaling", inputs });

    expect(detail).toContain("POST /v1/assets");
  });
});

describe("a private URL of an input is refused at once", () => {
  const hosts = [
    "localhost:3000",
    "127.0.0.1",
    "[::1]",
    "10.1.2.3",
    "169.254.169.254",
    "2130706433",
  ];
  const bodyOf = (host: string) => ({
    capability: "image-to-image",
    prompt: "as a drawing",
    inputs: [{ kind: "image", url: `http://${host}/photo.png` }],
  });
  const refused = { status: 422, code: "input_address_refused" };

  test.each(hosts)("%s", async (host) => {
    const problem = await refusal(createGeneration, bodyOf(host));

    expect(problem).toMatchObject({ ...refused, errors: [{ pointer: "/inputs/0/url" }] });
    expect(problem.detail).toContain("POST /v1/assets");
  });

  test("in an estimate, a message and a batch, too", async () => {
    const body = bodyOf("localhost");
    const { inputs } = body;

    expect(await refusal(createEstimate, body)).toMatchObject(refused);
    const message = { message: "as a drawing", parseIntent: true, inputs };
    expect(await refusal(createChatJob, message)).toMatchObject(refused);
    expect(await refusal(createBatch, { items: [body] })).toMatchObject({
      ...refused,
      errors: [{ pointer: "/items/0/inputs/0/url" }],
    });
  });
});

describe("a model without the capability", () => {
  test("leads to the models that can be used now", async () => {
    const body = { capability: "text-to-video", prompt: "waves", model: "studio-image" };
    const { detail, details } = await refusal(createGeneration, body);

    expect(detail).toBe("studio-image does not support text-to-video. Use studio-video.");
    expect(details["modelsWithCapability"]?.[0]).toBe("studio-video");
  });
});
