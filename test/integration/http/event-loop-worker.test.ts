import { crc32, deflateSync } from "node:zlib";

import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { WorkerTask } from "#test/support/engine/worker-functions.ts";
import { startWorkerThread, type WorkerThread } from "#test/support/engine/worker-thread.ts";
import { fuzzRuns, hostileText } from "#test/support/hostile-text.ts";
import { expectShortBlocks } from "#test/support/measurements/expect-short-blocks.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

let worker: WorkerThread;
let provider: Awaited<ReturnType<typeof listenOnFreePort>>;
let answer: { status: number; body: Buffer } = { status: 200, body: Buffer.alloc(0) };

beforeAll(async () => {
  worker = startWorkerThread();
  provider = await listenOnFreePort();
  provider.server.on("request", (request, response) => {
    request.resume();
    response.writeHead(answer.status, { "content-length": answer.body.byteLength });
    response.end(answer.body);
  });
});

afterAll(async () => {
  await worker.close();
  await provider.close();
});

async function expectShort(task: WorkerTask): Promise<void> {
  await expectShortBlocks(async () => worker.measureMs(task));
}

const uint32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4);
  return bytes;
};
const box = (type: string, body: Buffer) =>
  Buffer.concat([uint32(body.byteLength + 8), Buffer.from(type, "latin1"), body]);
const many = (bytes: Buffer, count: number) => Buffer.concat(Array<Buffer>(count).fill(bytes));
const times = (entries: number) =>
  box(
    "trak",
    box(
      "mdia",
      Buffer.concat([
        box("mdhd", uint32(0, 0, 0, 1_000, 1, 0)),
        box(
          "minf",
          box("stbl", box("stts", Buffer.concat([uint32(0, entries), Buffer.alloc(1_000_000)]))),
        ),
      ]),
    ),
  );
const empty = box("free", Buffer.alloc(0));
const page = Buffer.alloc(28);
page.write("OggS");
page[26] = 1;
const frame = Buffer.alloc(24);
frame.writeUInt32BE(0xff_f3_14_c4);

const files: [name: string, contentType: string, bytes: Buffer][] = [
  ["boxes without content", "video/mp4", many(empty, 200_000)],
  ["a movie of boxes without content", "video/mp4", box("moov", many(empty, 500_000))],
  ["tracks without content", "video/mp4", box("moov", many(box("trak", empty), 100_000))],
  [
    "nested boxes",
    "video/mp4",
    box(
      "moov",
      Array(5_000)
        .fill("trak")
        .reduce((inner: Buffer) => box("trak", inner), empty),
    ),
  ],
  ["a table that says it is endless", "video/mp4", box("moov", times(0xff_ff_ff_ff))],
  ["tables in many tracks", "video/mp4", box("moov", many(times(120_000), 8))],
  ["pages without content", "audio/ogg", many(page, 50_000)],
  [
    "chunks without content",
    "audio/wav",
    Buffer.concat([Buffer.from("RIFF    WAVE"), Buffer.alloc(4_000_000)]),
  ],
  ["short frames", "audio/mpeg", many(frame, 50_000)],
  [
    "a tag that says it is endless",
    "audio/mpeg",
    Buffer.concat([Buffer.from("ID3\u0004\0\0\u007f\u007f\u007f\u007f"), Buffer.alloc(4_000_000)]),
  ],
  ["blocks without content", "video/webm", many(Buffer.from([0xa3, 0x80]), 500_000)],
  ["elements without content", "video/webm", many(Buffer.from([0xec, 0x80]), 200_000)],
  ["small blocks", "video/webm", many(Buffer.from([0xa3, 0x84, 0x81, 0, 0, 0]), 100_000)],
  [
    "blocks of metadata without content",
    "audio/flac",
    Buffer.concat([Buffer.from("fLaC\0\0\0\u0022"), Buffer.alloc(4_000_000, 1)]),
  ],
  [
    "heads of FLAC frames",
    "audio/flac",
    Buffer.concat([
      Buffer.from("fLaC\x80\0\0\x22", "latin1"),
      Buffer.alloc(10),
      Buffer.from([0x0a, 0xc4, 0x42, 0xf0]),
      Buffer.alloc(20),
      many(Buffer.from([0xff, 0xf8, 0x69, 0x08, 0xff]), 800_000),
    ]),
  ],
  [
    "a JPEG of segments",
    "image/jpeg",
    Buffer.concat([Buffer.from([0xff, 0xd8]), many(Buffer.from([0xff, 0xe0, 0, 2]), 250_000)]),
  ],
  [
    "a JPEG of padding",
    "image/jpeg",
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(2_000_000, 0xff)]),
  ],
  ["a PNG of nothing", "image/png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
  ["a WebP of nothing", "image/webp", Buffer.from("RIFF\0\0\0\0WEBP????")],
];

describe("a worker stays responsive while it reads a file", () => {
  test.each(files)("of %s", async (_name, contentType, bytes) => {
    await expectShort({ name: "file", contentType, bytes });
  });

  test("of arbitrary bytes", async () => {
    const heads: [contentType: string, head: Buffer][] = [
      ["image/png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
      ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
      ["image/gif", Buffer.from("GIF89a")],
      ["image/webp", Buffer.from("RIFF\0\0\0\0WEBPVP8X")],
      ["video/mp4", Buffer.from("\0\0\0\u0010ftypisom\0\0\0\0")],
      ["video/mp4", Buffer.from("\0\u000f\0\0moov")],
      ["video/webm", Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80])],
      ["audio/wav", Buffer.from("RIFF\0\0\0\0WAVEfmt ")],
      ["audio/flac", Buffer.from("fLaC\0\0\0\u0022")],
      ["audio/ogg", page],
      ["audio/mpeg", frame],
      ["model/gltf-binary", Buffer.from("glTF\u0002\0\0\0")],
    ];
    const units = [
      page,
      frame,
      empty,
      uint32(8),
      uint32(0),
      uint32(0xff_ff_ff_ff),
      Buffer.from("<svg"),
    ];
    const unit = fc.oneof(
      fc.constantFrom(...units),
      fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    );
    const file = fc.tuple(
      fc.constantFrom(...heads),
      unit,
      unit,
      fc.integer({ min: 1, max: 2_000_000 }),
    );
    await fc.assert(
      fc.asyncProperty(file, async ([[contentType, head], first, second, size]) => {
        const repeated = Buffer.concat([first, second]);
        const tail = many(repeated, Math.ceil(size / repeated.byteLength));
        await expectShort({ name: "file", contentType, bytes: Buffer.concat([head, tail]) });
      }),
      fuzzRuns,
    );
  });

  test("of a provider's request", async () => {
    await expectShort({ name: "upload", bytes: Buffer.alloc(20_000_000, 7) });
  });
});

describe("a worker stays responsive while it converts a mask", () => {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    return Buffer.concat([uint32(data.byteLength), named, uint32(crc32(named))]);
  };
  /** Color types: 0 gray, 2 RGB, 3 palette, 6 RGB and alpha. */
  function maskOf({
    width,
    height,
    depth,
    colorType,
    filter,
    idatBytes = 8_192,
    byte = 7,
  }: MaskShape) {
    const samples = { 0: 1, 2: 3, 3: 1, 6: 4 }[colorType];
    const rowBytes = Math.ceil((width * depth * samples) / 8) + 1;
    const rows = Buffer.alloc(rowBytes * height, byte);
    for (let row = 0; row < height; row += 1) rows[row * rowBytes] = filter;
    const packed = deflateSync(rows, { level: 1 });
    const idats = Array.from({ length: Math.ceil(packed.byteLength / idatBytes) }, (_, index) =>
      chunk("IDAT", packed.subarray(index * idatBytes, (index + 1) * idatBytes)),
    );
    return Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk(
        "IHDR",
        Buffer.concat([uint32(width, height), Buffer.from([depth, colorType, 0, 0, 0])]),
      ),
      ...idats,
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }
  interface MaskShape {
    width: number;
    height: number;
    depth: 1 | 2 | 4 | 8;
    colorType: 0 | 2 | 3 | 6;
    filter: 0 | 1 | 2 | 3 | 4;
    idatBytes?: number;
    byte?: number;
  }

  const masks: [name: string, shape: MaskShape][] = [
    ["wide rows", { width: 8_192, height: 64, depth: 8, colorType: 6, filter: 4 }],
    ["short rows", { width: 1, height: 8_192, depth: 8, colorType: 0, filter: 3 }],
    ["bits", { width: 2_048, height: 256, depth: 1, colorType: 0, filter: 4 }],
    ["bits of a palette", { width: 4_096, height: 128, depth: 1, colorType: 3, filter: 1 }],
    [
      "small chunks",
      { width: 1_024, height: 512, depth: 8, colorType: 2, filter: 0, idatBytes: 1 },
    ],
    ["too many pixels", { width: 65_535, height: 1, depth: 8, colorType: 0, filter: 0 }],
  ];
  test.each(masks)("of %s", async (_name, shape) => {
    await expectShort({ name: "mask", bytes: maskOf(shape) });
  });

  test("of any shape", async () => {
    const side = fc.integer({ min: 1, max: 256 });
    const shape = fc.record({
      width: side,
      height: side,
      depth: fc.constantFrom(1, 2, 4, 8),
      colorType: fc.constantFrom(0, 2, 3, 6),
      filter: fc.constantFrom(0, 1, 2, 3, 4),
      idatBytes: fc.integer({ min: 1, max: 65_536 }),
      byte: fc.nat(255),
    });
    await fc.assert(
      fc.asyncProperty(shape, async (mask) => expectShort({ name: "mask", bytes: maskOf(mask) })),
      fuzzRuns,
    );
  });
});

describe("a worker stays responsive while it parses a message", () => {
  test("that is its first", async () => {
    const fresh = startWorkerThread();
    const message = `make a picture of ${"的".repeat(270)}`;

    const blockMs = await fresh.measureMs({ name: "message", message });
    await fresh.close();

    // Code runs uncompiled the first time; loading a library would take longer.
    expect(blockMs).toBeLessThan(250);
  });

  test("of arbitrary text", async () => {
    const messages = hostileText(4_000).map((message) => message.toWellFormed());
    await fc.assert(
      fc.asyncProperty(messages, async (message) => expectShort({ name: "message", message })),
      fuzzRuns,
    );
  });
});

describe("a worker stays responsive while it reads a provider's response", () => {
  const fill = (open: string, unit: string, close: string, size = 8_000_000) =>
    Buffer.from(open + unit.repeat((size - open.length - close.length) / unit.length) + close);
  const bodies: [name: string, body: Buffer][] = [
    ["an image in base64", fill('{"a":"', "A", '"}', 24_000_000)],
    ["escapes", fill('{"a":"', "\\u0041", '"}')],
    ["levels", fill('{"a":', "[", "")],
    ["objects", fill("", '{"a":', "")],
    ["numbers", fill('{"a":[', "1,", "1]}", 2_000_000)],
    [
      "fields",
      Buffer.from(`{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join(",")}}`),
    ],
    [
      "a transcript",
      fill('{"a":[', '{"text":"word","start":1.12,"end":1.5,"type":"word"},', "{}]}", 3_000_000),
    ],
    ["no JSON", fill("", "x", "")],
    ["white space", fill("", " ", "{}")],
  ];
  test.each(bodies)("of %s", async (_name, body) => {
    answer = { status: 200, body };
    await expectShort({ name: "answer", url: provider.url });
  });

  test("of several images in 200 MB", async () => {
    const image = Buffer.concat([
      Buffer.from('"'),
      Buffer.alloc(25_000_000, "A"),
      Buffer.from('"'),
    ]);
    const list = Array.from({ length: 8 }, (_, index) =>
      index === 0 ? [image] : [Buffer.from(","), image],
    );
    answer = {
      status: 200,
      body: Buffer.concat([Buffer.from('{"a":['), ...list.flat(), Buffer.from("]}")]),
    };

    await expectShort({ name: "images", url: provider.url });
  });

  const pageBytes = 1_000_000;
  const refusals: [name: string, body: Buffer][] = [
    ["a sentence", fill("", "locked http://", "", pageBytes)],
    [
      "a sentence in JSON",
      fill('{"error":{"message":"', "locked Bearer key data:", '"}}', pageBytes),
    ],
    ["keys", fill("", "a key", "", pageBytes)],
    ["levels", fill("", "[", "", pageBytes)],
  ];
  test.each(refusals)("that is a refusal with %s", async (_name, body) => {
    for (const status of [400, 429]) {
      answer = { status, body };
      await expectShort({ name: "refusal", url: provider.url });
    }
  });

  test("of arbitrary text", async () => {
    const status = fc.constantFrom(200, 400, 403, 404, 422, 429, 500, 503);
    await fc.assert(
      fc.asyncProperty(fc.tuple(status, hostileText(200_000)), async ([code, text]) => {
        const said = JSON.stringify({ error: { message: text }, message: text, detail: text });
        for (const body of [text, said]) {
          answer = { status: code, body: Buffer.from(body) };
          await expectShort({ name: code === 200 ? "answer" : "refusal", url: provider.url });
        }
      }),
      fuzzRuns,
    );
  });
});
