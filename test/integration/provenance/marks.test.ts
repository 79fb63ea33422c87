import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import * as fc from "fast-check";
import { validateBytes } from "gltf-validator";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";

import { findFfmpeg } from "#activities/previews/find-ffmpeg.ts";
import { applyEdits, bytesAfter } from "#storage/provenance/edits.ts";
import type { FormatPlan, MarkFacts } from "#storage/provenance/mark.ts";
import { planMark } from "#storage/provenance/plan-mark.ts";
import { useFolder } from "#test/support/fixtures.ts";

const run = promisify(execFile);
const folder = useFolder("gme-marks-");
const exiftool = fileURLToPath(import.meta.resolve("exiftool-vendored.pl/bin/exiftool"));
const ffmpeg = findFfmpeg(undefined) ?? "ffmpeg";

const facts: MarkFacts = {
  digitalSourceType: "trainedAlgorithmicMedia",
  creatorTool: "Generative Media Engine",
  aiSystem: 'Model "A" & <B>',
};
const term = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";

const readerOf = (bytes: Buffer) =>
  async function* read(start: number, end: number) {
    // Several pieces, as a storage returns them.
    for (let at = start; at < end; at += 50_000)
      yield bytes.subarray(at, Math.min(end, at + 50_000));
  };

async function plan(bytes: Buffer, contentType: string): Promise<FormatPlan> {
  return planMark({ size: bytes.byteLength, contentType, read: readerOf(bytes) }, facts);
}

async function mark(bytes: Buffer, contentType: string): Promise<Buffer> {
  const found = await plan(bytes, contentType);
  if (!("edits" in found)) throw new Error(`not marked: ${JSON.stringify(found)}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of applyEdits(bytes.byteLength, found.edits, readerOf(bytes))) {
    pieces.push(piece);
  }
  const marked = Buffer.concat(pieces);
  expect(marked.byteLength).toBe(bytesAfter(bytes.byteLength, found.edits));
  return marked;
}

async function make(name: string, ...options: string[]): Promise<Buffer> {
  const path = join(folder, name);
  await run(ffmpeg, ["-v", "error", "-y", ...options, path]);
  return readFileSync(path);
}

/** Hash of the decoded frames and samples, and the text of all metadata. */
async function decode(bytes: Buffer, name: string): Promise<{ hash: string; metadata: string }> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const hash = await run(ffmpeg, ["-v", "error", "-i", path, "-f", "hash", "-hash", "md5", "-"]);
  const described = await run(ffmpeg, [
    "-v",
    "error",
    "-export_xmp",
    "1",
    "-i",
    path,
    "-f",
    "ffmetadata",
    "-",
  ]).catch(async () => run(ffmpeg, ["-v", "error", "-i", path, "-f", "ffmetadata", "-"]));
  return { hash: hash.stdout, metadata: described.stdout };
}

const sound = ["-f", "lavfi", "-i", "sine=frequency=440:duration=1"];
const picture = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1"];

const files: Record<string, { contentType: string; bytes: Buffer }> = {};

beforeAll(async () => {
  const noise = sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: "red",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
  const alpha = sharp({
    create: { width: 21, height: 17, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } },
  });
  files["png"] = { contentType: "image/png", bytes: await noise.clone().png().toBuffer() };
  files["jpg"] = { contentType: "image/jpeg", bytes: await noise.clone().jpeg().toBuffer() };
  files["webp"] = { contentType: "image/webp", bytes: await noise.clone().webp().toBuffer() };
  files["lossless.webp"] = {
    contentType: "image/webp",
    bytes: await alpha.clone().webp({ lossless: true }).toBuffer(),
  };
  files["alpha.webp"] = { contentType: "image/webp", bytes: await alpha.clone().webp().toBuffer() };
  files["mp4"] = { contentType: "video/mp4", bytes: await make("a.mp4", ...picture, ...sound) };
  files["fast.mp4"] = {
    contentType: "video/mp4",
    bytes: await make("b.mp4", ...picture, "-movflags", "+faststart"),
  };
  files["fragmented.mp4"] = {
    contentType: "video/mp4",
    bytes: await make("c.mp4", ...picture, "-movflags", "frag_keyframe+empty_moov"),
  };
  files["mov"] = { contentType: "video/quicktime", bytes: await make("d.mov", ...picture) };
  files["m4a"] = { contentType: "audio/mp4", bytes: await make("e.m4a", ...sound) };
  files["wav"] = { contentType: "audio/wav", bytes: await make("f.wav", ...sound) };
  files["odd.wav"] = {
    contentType: "audio/wav",
    bytes: await make(
      "g.wav",
      "-f",
      "lavfi",
      "-i",
      "sine=duration=0.0101:sample_rate=8000",
      "-c:a",
      "pcm_u8",
    ),
  };
  files["mp3"] = { contentType: "audio/mpeg", bytes: await make("h.mp3", ...sound) };
  files["v23.mp3"] = {
    contentType: "audio/mpeg",
    bytes: await make("i.mp3", ...sound, "-id3v2_version", "3", "-metadata", "title=Ä"),
  };
  files["bare.mp3"] = {
    contentType: "audio/mpeg",
    bytes: await make("j.mp3", ...sound, "-id3v2_version", "0", "-write_id3v1", "0"),
  };
});

function file(name: string): { contentType: string; bytes: Buffer } {
  const found = files[name];
  if (found === undefined) throw new Error(`no file ${name}`);
  return found;
}

describe.each(["png", "jpg", "webp", "lossless.webp", "alpha.webp"])("an image (%s)", (name) => {
  test("is read by libvips with the mark, and has the same pixels", async () => {
    const { bytes, contentType } = file(name);
    const marked = await mark(bytes, contentType);

    const { xmp, ...described } = await sharp(marked).metadata();
    expect(xmp?.toString()).toContain(`<Iptc4xmpExt:DigitalSourceType>${term}</`);
    expect(xmp?.toString()).toContain("Model &quot;A&quot; &amp; &lt;B&gt;");
    const { width, height, hasAlpha } = await sharp(bytes).metadata();
    expect(described).toMatchObject({ width, height, hasAlpha });
    expect(await sharp(marked).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  });
});

describe.each([
  "mp4",
  "fast.mp4",
  "fragmented.mp4",
  "mov",
  "m4a",
  "wav",
  "odd.wav",
  "mp3",
  "v23.mp3",
  "bare.mp3",
])("a recording (%s)", (name) => {
  test("has the same frames and samples after it is marked, and its tags", async () => {
    const { bytes, contentType } = file(name);
    const marked = await mark(bytes, contentType);

    const [before, after] = [
      await decode(bytes, `before.${name}`),
      await decode(marked, `after.${name}`),
    ];
    expect(after.hash).toBe(before.hash);
    if (name === "v23.mp3") expect(after.metadata).toContain("title=Ä");
    if (name.endsWith("mp3")) expect(after.metadata).toContain("DigitalSourceType");
    expect(marked.includes(term)).toBe(true);
  });
});

test("ExifTool, which shares no code with the engine, reads the mark of each format and finds no fault", async () => {
  const paths: string[] = [];
  for (const [name, { bytes, contentType }] of Object.entries(files)) {
    const path = join(folder, `marked.${name}`);
    writeFileSync(path, await mark(bytes, contentType));
    paths.push(path);
  }
  const tags = ["-XMP-iptcExt:all", "-XMP-xmp:all", "-validate"];
  const { stdout } = await run(exiftool, ["-json", ...tags, ...paths]);

  expect(JSON.parse(stdout)).toEqual(
    paths.map((path) => ({
      SourceFile: path,
      DigitalSourceType: term,
      AISystemUsed: facts.aiSystem,
      CreatorTool: facts.creatorTool,
      Validate: "OK",
    })),
  );
});

test("a 3D model stays valid glTF with the same geometry", async () => {
  const marked = await mark(toGlb('{"asset":{"version":"2.0"}}'), "model/gltf-binary");

  const { issues } = await validateBytes(new Uint8Array(marked));
  expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([]);
  const length = marked.readUInt32LE(12);
  const json = JSON.parse(marked.toString("utf8", 20, 20 + length)) as Record<string, unknown>;
  expect(json).toMatchObject({
    asset: { version: "2.0", extensions: { KHR_xmp_json_ld: { packet: 0 } } },
    extensionsUsed: ["KHR_xmp_json_ld"],
    extensions: { KHR_xmp_json_ld: { packets: [{ "Iptc4xmpExt:DigitalSourceType": term }] } },
  });
});

function toGlb(json: string): Buffer {
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const header = Buffer.alloc(20);
  header.write("glTF", 0, "latin1");
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(20 + text.byteLength, 8);
  header.writeUInt32LE(text.byteLength, 12);
  header.write("JSON", 16, "latin1");
  return Buffer.concat([header, text]);
}

test("a marked file keeps its mark, and marking it again changes nothing", async () => {
  for (const { bytes, contentType } of [
    ...Object.values(files),
    { bytes: toGlb('{"asset":{"version":"2.0"}}'), contentType: "model/gltf-binary" },
  ]) {
    const marked = await mark(bytes, contentType);

    expect(await plan(marked, contentType)).toEqual({ found: "iptc" });
    expect(await mark(bytes, contentType)).toEqual(marked);
  }
});

const foreignXmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="x"/></rdf:RDF></x:xmpmeta>';

test("XMP of another program gets the mark and keeps its properties", async () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    const bytes = await sharp(file("png").bytes).withXmp(foreignXmp).toFormat(format).toBuffer();
    const marked = await mark(bytes, `image/${format}`);

    const found = (await sharp(marked).metadata()).xmp?.toString();
    expect(found).toContain('dc:format="x"');
    expect(found).toContain(term);
    expect(await sharp(marked).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  }
});

test("a statement of another source, such as a camera, is not changed", async () => {
  const camera = `${term.slice(0, term.lastIndexOf("/"))}/digitalCapture`;
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${camera}"/></rdf:RDF></x:xmpmeta>`;
  const bytes = await sharp(file("png").bytes).withXmp(xmp).jpeg().toBuffer();

  expect(await plan(bytes, "image/jpeg")).toEqual({ unmarked: "foreign_metadata" });
});

test("Content Credentials of a provider are found in each format that carries them", async () => {
  const insert = (bytes: Buffer, at: number, part: Buffer) =>
    Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
  const withRiffChunk = (bytes: Buffer) => {
    const longer = Buffer.concat([bytes, Buffer.from("C2PA\x04\0\0\0test", "latin1")]);
    longer.writeUInt32LE(longer.byteLength - 8, 4);
    return longer;
  };
  // The media type has been renamed.
  const former = Buffer.from(
    "ID3\x03\0\0\0\0\0\x2eGEOB\0\0\0\x24\0\0\0application/x-c2pa-manifest-store\0\0",
    "latin1",
  );
  const current = Buffer.from(
    "ID3\x04\0\0\0\0\0\x1dGEOB\0\0\0\x13\0\0\0application/c2pa\0\0",
    "latin1",
  );
  const c2pa: [string, Buffer][] = [
    ["image/png", insert(file("png").bytes, 33, Buffer.from("\0\0\0\x04caBXjumbcrc!", "latin1"))],
    [
      "image/jpeg",
      insert(
        file("jpg").bytes,
        2,
        Buffer.from("\xff\xeb\0\x16JP\0\x01\0\0\0\x01\0\0\0\x0cjumbjumd", "latin1"),
      ),
    ],
    ["image/webp", withRiffChunk(file("webp").bytes)],
    ["audio/wav", withRiffChunk(file("wav").bytes)],
    ["audio/mpeg", Buffer.concat([former, file("bare.mp3").bytes])],
    ["audio/mpeg", Buffer.concat([current, file("bare.mp3").bytes])],
    [
      "video/mp4",
      Buffer.concat([
        file("mp4").bytes,
        Buffer.from("0000001875756964d8fec3d61b0e483c92975828877ec481", "hex"),
      ]),
    ],
  ];
  for (const [contentType, bytes] of c2pa) {
    expect([contentType, await plan(bytes, contentType)]).toEqual([contentType, { found: "c2pa" }]);
  }
});

test("Content Credentials behind XMP of another program are found, so that their file is not changed", async () => {
  const insertBefore = (bytes: Buffer, name: string, offset: number, part: string) => {
    const at = bytes.indexOf(Buffer.from(name, "latin1")) + offset;
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(part, "latin1"), bytes.subarray(at)]);
  };
  const image = sharp(file("png").bytes).withXmp(foreignXmp);
  const tables = "\xff\xdb";
  const manifestOfJpeg = "\xff\xeb\0\x16JP\0\x01\0\0\0\x01\0\0\0\x0cjumbjumd";
  const lengths = [4 + foreignXmp.length, 43 + foreignXmp.length].map((length) =>
    String.fromCodePoint(length >> 7, length & 127),
  );
  const frames = `PRIV\0\0${lengths[0]}\0\0XMP\0${foreignXmp}GEOB\0\0\0\x13\0\0\0application/c2pa\0\0`;
  const tag = `ID3\x04\0\0\0\0${lengths[1]}${frames}`;
  const box = (id: string, body: string) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(24 + body.length);
    return Buffer.concat([size, Buffer.from("uuid"), Buffer.from(id, "hex"), Buffer.from(body)]);
  };
  const boxes = [
    box("be7acfcb97a942e89c71999491e3afac", foreignXmp),
    box("d8fec3d61b0e483c92975828877ec481", ""),
  ];
  for (const [contentType, bytes] of [
    [
      "image/png",
      insertBefore(await image.clone().png().toBuffer(), "IDAT", -4, "\0\0\0\x04caBXjumbcrc!"),
    ],
    ["image/jpeg", insertBefore(await image.clone().jpeg().toBuffer(), tables, 0, manifestOfJpeg)],
    ["audio/mpeg", Buffer.concat([Buffer.from(tag, "latin1"), file("bare.mp3").bytes])],
    ["video/mp4", Buffer.concat([file("mp4").bytes, ...boxes])],
  ] as const) {
    expect([contentType, await plan(bytes, contentType)]).toEqual([contentType, { found: "c2pa" }]);
  }
});

test("a format that carries no mark says so", async () => {
  for (const contentType of ["audio/ogg", "image/gif", "text/plain", "video/webm"]) {
    expect(await plan(Buffer.from("x"), contentType)).toEqual({ unmarked: "format_without_mark" });
  }
});

test("truncated and altered files end in a decision with edits inside the file", async () => {
  const names = fc.constantFrom(
    "png",
    "jpg",
    "webp",
    "mp4",
    "fragmented.mp4",
    "wav",
    "mp3",
    "v23.mp3",
  );
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
      fc.boolean(),
      async (name, cut, changes, nearHead) => {
        const { bytes, contentType } = file(name);
        const hostile = Buffer.from(bytes.subarray(0, cut % (bytes.byteLength + 1)));
        for (const [at, value] of changes) {
          const span = nearHead ? Math.min(hostile.byteLength, 64) : hostile.byteLength;
          if (span > 0) hostile[at % span] = value;
        }
        const found = await plan(hostile, contentType);
        if (!("edits" in found)) return;
        const pieces: Uint8Array[] = [];
        for await (const piece of applyEdits(hostile.byteLength, found.edits, readerOf(hostile)))
          pieces.push(piece);
        const marked = Buffer.concat(pieces);
        expect(marked.byteLength).toBe(bytesAfter(hostile.byteLength, found.edits));
        expect(marked.includes("trainedAlgorithmicMedia")).toBe(true);
      },
    ),
    { numRuns: 400 },
  );
});

const gibibyte = 1_073_741_824;

/** Both ends of the file with 1 GiB of media; between them are zeros. */
function enlarge(name: string, bytes: Buffer): { head: Buffer; tail: Buffer } {
  const copy = Buffer.from(bytes);
  const growth = gibibyte - bytes.byteLength;
  const none = Buffer.alloc(0);
  if (name === "png") {
    const data = copy.indexOf("IDAT");
    copy.writeUInt32BE(copy.readUInt32BE(data - 4) + growth, data - 4);
    return { head: copy.subarray(0, data + 4), tail: copy.subarray(data + 4) };
  }
  if (name === "webp" || name === "wav") {
    const lengthAt = copy.indexOf(name === "wav" ? "data" : "VP8 ") + 4;
    copy.writeUInt32LE(gibibyte - lengthAt - 4, lengthAt);
    copy.writeUInt32LE(gibibyte - 8, 4);
    return { head: copy, tail: none };
  }
  if (name === "glb") {
    const chunk = Buffer.from("\0\0\0\0BIN\0", "latin1");
    chunk.writeUInt32LE(growth - chunk.byteLength, 0);
    copy.writeUInt32LE(gibibyte, 8);
    return { head: Buffer.concat([copy, chunk]), tail: none };
  }
  if (name === "jpg") return { head: copy.subarray(0, -2), tail: copy.subarray(-2) };
  if (name === "mp3") return { head: copy, tail: none };
  const box = Buffer.from("\0\0\0\0mdat", "latin1");
  box.writeUInt32BE(growth, 0);
  return { head: Buffer.concat([copy, box]), tail: none };
}

test.each(["png", "jpg", "webp", "mp4", "fragmented.mp4", "mov", "m4a", "wav", "mp3", "glb"])(
  "a file of 1 GiB (%s) is marked after less than 1 MiB of it was read",
  async (name) => {
    const glb = { bytes: toGlb('{"asset":{"version":"2.0"}}'), contentType: "model/gltf-binary" };
    const { bytes, contentType } = name === "glb" ? glb : file(name);
    const { head, tail } = enlarge(name, bytes);
    let bytesRead = 0;
    const read = async function* read(start: number, end: number) {
      bytesRead += end - start;
      const window = Buffer.alloc(end - start);
      if (start < head.byteLength) head.copy(window, 0, start);
      const tailAt = gibibyte - tail.byteLength;
      if (end > tailAt) tail.copy(window, Math.max(0, tailAt - start), Math.max(0, start - tailAt));
      yield window;
    };

    const found = await planMark({ size: gibibyte, contentType, read }, facts);

    expect(found).toHaveProperty("edits");
    expect(bytesRead).toBeLessThan(1_048_576);
  },
);

test("a file of endless small parts is given up after a bounded number of reads", async () => {
  const size = 2_000_000_000;
  let reads = 0;
  const chunk = Buffer.from("\0\0\0\0tEXtcrc!", "latin1");
  const period = Buffer.concat(Array.from({ length: 1_000 }, () => chunk));
  const read = async function* read(from: number, to: number) {
    reads += 1;
    const bytes = Buffer.alloc(to - from);
    for (let at = 0; at < bytes.byteLength; at += period.byteLength)
      period.copy(bytes, at, (from + at + 4) % 12);
    yield bytes;
  };

  const found = await planMark({ size, contentType: "image/png", read }, facts);

  expect(found).toHaveProperty("unmarked", "file_unreadable");
  expect(reads).toBeLessThan(1_100);
});
