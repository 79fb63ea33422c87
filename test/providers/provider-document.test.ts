import { expect, test } from "vitest";

import { providerDocument } from "#test/support/providers/provider-document.ts";
import type { Received, SimulatorAnswer } from "#test/support/providers/simulator.ts";

/** Tests that the documents of providers find the faults that they must find. */
const accepted = { json: { id: "1", polling_url: "https://api.bfl.ai/v1/get_result?id=1" } };

async function problems(
  body: object | FormData,
  { path = "/v1/flux-3-video", answer = accepted, name = "black-forest-labs" }: Place = {},
): Promise<string[]> {
  const request = new Request(new URL(path, "https://any.example"), {
    method: "POST",
    ...(body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const received: Received = {
    method: "POST",
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
    body: Buffer.from(await request.arrayBuffer()),
  };
  return providerDocument(name).problems(received, answer);
}

interface Place {
  readonly path?: string;
  readonly answer?: SimulatorAnswer;
  readonly name?: string;
}

const film = { mode: "i2v", prompt: "a fox", keyframes: ["https://any.example/1.png"] };

test("a documented request and its response have no problem", async () => {
  expect(await problems(film)).toEqual([]);
});

test.each<[string, object, Place]>([
  ["a value of another type", { ...film, keyframes: [{ image: "x" }] }, {}],
  ["a missing field", { mode: "i2v", keyframes: film.keyframes }, {}],
  ["a field that is not documented", { prompt: "a fox", strength: 1 }, { path: "/v1/flux-2-pro" }],
  ["an operation that is not documented", { prompt: "a fox" }, { path: "/v1/flux-9" }],
  ["a query parameter that is not documented", film, { path: "/v1/flux-3-video?loud=1" }],
  ["a response without a required field", film, { answer: { json: { id: "1" } } }],
])("%s is a problem", async (_what, body, place) => {
  expect(await problems(body, place)).not.toEqual([]);
});

test("a request that the simulator refuses may be wrong", async () => {
  const answer = { status: 422, json: { detail: [] } };

  expect(await problems({ mode: "i2v" }, { answer })).toEqual([]);
});

test.each([
  ["2", 0],
  ["9", 1],
])(
  "the texts of a form are read as values: num_images %s has %i problems",
  async (count, found) => {
    const form = new FormData();
    form.set("prompt", "a fox");
    form.set("num_images", count);
    const place = { name: "ideogram", path: "/v1/edit", answer: { bytes: new Uint8Array() } };

    expect(await problems(form, place)).toHaveLength(found);
  },
);
