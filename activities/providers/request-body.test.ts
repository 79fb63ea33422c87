import { buffer } from "node:stream/consumers";

import { expect, test } from "vitest";

import { embedFile, encodeBody, type StreamedBytes, toFile } from "./request-body.ts";

/** A file that is read in pieces of `pieceBytes`. */
function fileOf(bytes: Buffer, pieceBytes: number): StreamedBytes {
  return {
    contentType: "image/png",
    bytes: bytes.byteLength,
    async *open() {
      for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
        yield bytes.subarray(start, start + pieceBytes);
      }
    },
  };
}

const image = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));

test.each([1, 2, 3, 5, 64, 999, 1_000, 4_096])(
  "encodes files in a JSON body as base64 when read in pieces of %i bytes",
  async (pieceBytes) => {
    const encoded = encodeBody({
      body: {
        prompt: "a 🦊",
        image: embedFile(fileOf(image, pieceBytes), { prefix: "data:image/png;base64," }),
        list: [{ data: embedFile(fileOf(image.subarray(0, 7), pieceBytes)) }, null],
        empty: embedFile(fileOf(Buffer.alloc(0), pieceBytes)),
      },
    });
    if (encoded === undefined) throw new Error("expected a body");

    const sent = await buffer(encoded.open());

    expect(encoded.contentType).toBe("application/json");
    expect(sent.byteLength).toBe(encoded.bytes);
    expect(JSON.parse(sent.toString())).toEqual({
      prompt: "a 🦊",
      image: `data:image/png;base64,${image.toString("base64")}`,
      list: [{ data: image.subarray(0, 7).toString("base64") }, null],
      empty: "",
    });
  },
);

test("sends bytes in memory completely", async () => {
  const bytes = Buffer.alloc(3_000_000, 7);
  const file = toFile("image/png", bytes);

  const sent = await buffer(file.open());

  expect(sent.equals(bytes)).toBe(true);
  expect(file.bytes).toBe(3_000_000);
});
