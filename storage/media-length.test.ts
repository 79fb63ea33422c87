import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { lengthMs } from "./media-length.ts";

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../test/fixtures/media/${name}`, import.meta.url));
const mediaFile = (name: string): Buffer => fixture(`tiny.${name}`);

const inPieces = (bytes: Buffer, size: number) =>
  async function* () {
    for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
  };

const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.byteLength + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

test.each([1, 7, 65_536])("the length is read from a file in chunks of %i bytes", async (size) => {
  const video = { contentType: "video/mp4", open: inPieces(mediaFile("mp4"), size) };
  const wave = { contentType: "audio/wav", open: inPieces(mediaFile("wav"), size) };
  const mp3 = { contentType: "audio/mpeg", open: inPieces(mediaFile("mp3"), size) };

  expect(await lengthMs(video)).toBe(1_064);
  expect(await lengthMs(wave)).toBe(100);
  expect(await lengthMs(mp3)).toBe(396);
});

test("a wide header after the media data is found", async () => {
  const wideHeader = Buffer.alloc(32);
  wideHeader[0] = 1;
  wideHeader.writeUInt32BE(600, 20);
  wideHeader.writeBigUInt64BE(7_500n, 24);
  const wide = Buffer.alloc(16 + 5_000);
  wide.writeUInt32BE(1, 0);
  wide.write("mdat", 4, "latin1");
  wide.writeBigUInt64BE(5_016n, 8);
  const movie = box("moov", Buffer.concat([box("mvhd", wideHeader), track({ samples: 100 })]));
  const file = Buffer.concat([box("ftyp", Buffer.from("qt  ")), wide, movie]);

  expect(await lengthMs({ contentType: "video/quicktime", open: inPieces(file, 512) })).toBe(
    12_500,
  );
});

test.each(["video/mp4", "audio/wav", "audio/mpeg", "video/webm"])(
  "%s without valid content has no length, and no error",
  async (contentType) => {
    for (const text of ["", "RIFF", "ID3\u0004", "\0\0\0\u0008free", "not what it seems at all"]) {
      const open = inPieces(Buffer.from(text, "latin1"), 5);

      expect(await lengthMs({ contentType, open })).toBeNull();
    }
  },
);

/** Builds a movie header or a track header, in milliseconds. */
function header(type: string, ms: number): Buffer {
  const body = Buffer.alloc(24);
  body.writeUInt32BE(1_000, 12);
  body.writeUInt32BE(ms, 16);
  return box(type, body);
}

/** Builds a track of samples that last 40 ms each. */
function track({ samples, saysMs = 0 }: { samples: number; saysMs?: number }): Buffer {
  const times = Buffer.alloc(16);
  times.writeUInt32BE(1, 4);
  times.writeUInt32BE(samples, 8);
  times.writeUInt32BE(40, 12);
  const number = Buffer.alloc(24);
  number.writeUInt32BE(1, 12);
  const media = [header("mdhd", saysMs), box("minf", box("stbl", box("stts", times)))];
  return box("trak", Buffer.concat([box("tkhd", number), box("mdia", Buffer.concat(media))]));
}

const lengthOf = async (contentType: string, bytes: Buffer) =>
  lengthMs({ contentType, open: inPieces(bytes, 4_096) });

describe("a video", () => {
  test("is as long as its longest track, even if its header states less", async () => {
    const tracks = [track({ samples: 25 }), track({ samples: 1_500, saysMs: 40 })];
    const movie = box("moov", Buffer.concat([header("mvhd", 40), ...tracks]));

    expect(await lengthOf("video/mp4", movie)).toBe(60_000);
  });

  test("without a length in its header is as long as its samples", async () => {
    const movie = box(
      "moov",
      Buffer.concat([header("mvhd", 0xff_ff_ff_ff), track({ samples: 5 })]),
    );

    expect(await lengthOf("video/mp4", movie)).toBe(200);
  });

  test("without samples has no length", async () => {
    const header600s = header("mvhd", 600_000);

    expect(await lengthOf("video/mp4", box("moov", header600s))).toBeNull();
    const empty = Buffer.concat([header600s, track({ samples: 0, saysMs: 600_000 })]);
    expect(await lengthOf("video/mp4", box("moov", empty))).toBeNull();
  });

  test("in fragments is as long as all fragments together", async () => {
    const defaults = Buffer.alloc(24);
    defaults.writeUInt32BE(1, 4);
    defaults.writeUInt32BE(20, 12);
    const movie = box(
      "moov",
      Buffer.concat([track({ samples: 0 }), box("mvex", box("trex", defaults))]),
    );
    const fragmentHeader = Buffer.alloc(8);
    fragmentHeader.writeUInt32BE(1, 4);
    const run = Buffer.alloc(8);
    run.writeUInt32BE(50, 4);
    const fragment = box(
      "moof",
      box("traf", Buffer.concat([box("tfhd", fragmentHeader), box("trun", run)])),
    );
    const sound = box("mdat", Buffer.alloc(5_000));
    const file = Buffer.concat([movie, fragment, sound, fragment, sound]);

    expect(await lengthOf("video/mp4", file)).toBe(2_000);
  });

  test("in WebM is as long as its blocks, or its header when that is longer", async () => {
    const element = (id: number[], body: number[]) =>
      Buffer.from([...id, 0x80 + body.length, ...body]);
    const block = (offset: number) => element([0xa3], [0x81, offset >> 8, offset & 0xff, 0, 1, 2]);
    const cluster = (ms: number) => [
      Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0xff]),
      element([0xe7], [ms >> 8, ms & 0xff]),
      block(0),
      block(500),
    ];
    const segment = Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff]);
    const lie = element([0x44, 0x89], [0x3f, 0x80, 0, 0]);
    const longer = element([0x44, 0x89], [0x46, 0x1c, 0x40, 0]);
    const blocks = [...cluster(0), ...cluster(3_000)];

    expect(await lengthOf("video/webm", Buffer.concat([segment, lie, ...blocks]))).toBe(3_500);
    expect(await lengthOf("video/webm", Buffer.concat([segment, longer, ...blocks]))).toBe(10_000);
    expect(await lengthOf("video/webm", Buffer.concat([segment, longer]))).toBeNull();
  });
});

describe("a recording", () => {
  test("in WAV is as long as its samples, whatever byte rate and length its header states", async () => {
    const wave = Buffer.concat([mediaFile("wav"), Buffer.alloc(160_000)]);
    wave.writeUInt32LE(0xff_ff_ff_ff, 28);
    const streamed = Buffer.from(wave);
    streamed.writeUInt32LE(0xff_ff_ff_ff, wave.indexOf("data") + 4);

    for (const file of [wave, streamed]) {
      expect(await lengthOf("audio/wav", file)).toBeGreaterThan(10_000);
      expect(await lengthOf("audio/wav", file)).toBeLessThan(10_200);
    }
  });

  test("in WAV without a fixed sample size has no length", async () => {
    const wave = mediaFile("wav");
    wave.writeUInt16LE(0x55, 20);

    expect(await lengthOf("audio/wav", wave)).toBeNull();
  });

  test("in OGG and FLAC is as long as its last position, and no shorter than its bytes allow", async () => {
    expect(await lengthOf("audio/ogg", mediaFile("ogg"))).toBeCloseTo(106.5);
    expect(await lengthOf("audio/flac", mediaFile("flac"))).toBe(100);
    const tail = Buffer.alloc(6_400_000);
    expect(await lengthOf("audio/ogg", Buffer.concat([mediaFile("ogg"), tail]))).toBeGreaterThan(
      100_000,
    );
    const flac = await lengthOf("audio/flac", Buffer.concat([mediaFile("flac"), tail]));
    expect(flac).toBeGreaterThan(30_000);
    expect(await lengthOf("audio/ogg", Buffer.from(`OggS${"\u0001".repeat(5_000)}`))).toBeNull();
  });

  test("in Opus is as long as its packets when its positions state less", async () => {
    const page = (kind: number, position: bigint, packets: readonly Buffer[]) => {
      const head = Buffer.alloc(27);
      head.write("OggS", 0);
      head.writeUInt8(kind, 5);
      head.writeBigInt64LE(position, 6);
      head.writeUInt8(packets.length, 26);
      return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
    };
    // One frame of 20 ms each.
    const sound = Array.from({ length: 250 }, () => Buffer.from([0xf8, 1, 2]));
    const file = Buffer.concat([
      page(2, 0n, [Buffer.from("OpusHead\u0001\u0001")]),
      page(0, 0n, [Buffer.from("OpusTags")]),
      ...Array.from({ length: 12 }, () => page(0, 48_000n, sound)),
    ]);

    expect(await lengthOf("audio/ogg", file)).toBe(60_000);
  });

  test("in MP3 does not end at bytes that are not a frame", async () => {
    const [mp3, junk] = [mediaFile("mp3"), Buffer.alloc(2_000_000)];

    expect(await lengthOf("audio/mpeg", Buffer.concat([mp3, junk]))).toBeGreaterThan(60_000);
    expect(await lengthOf("audio/mpeg", Buffer.concat([mp3, junk.subarray(0, 128)]))).toBe(396);
  });
});

describe("20 seconds of silence, written by FFmpeg, are measured whatever the container states:", () => {
  /** Lets the last page of an OGG stream, and each before it, state the first sample. */
  const withFirstPositions = (ogg: Buffer) => {
    const copy = Buffer.from(ogg);
    for (let at = copy.indexOf("OggS"); at !== -1; at = copy.indexOf("OggS", at + 4)) {
      copy.writeBigInt64LE(copy.readBigInt64LE(at + 6) > 0n ? 1n : 0n, at + 6);
    }
    return copy;
  };
  /** Lets each cluster of a WebM file begin at once, and its header state the same. */
  const withFirstClusters = (webm: Buffer) => {
    const copy = Buffer.from(webm);
    // A scale of 1,000 nanoseconds, so that 20 s become 20 ms.
    copy.writeUIntBE(1_000, copy.indexOf(Buffer.from([0x2a, 0xd7, 0xb1, 0x83])) + 4, 3);
    return copy;
  };
  const withSamples = (flac: Buffer, samples: number) => {
    const copy = Buffer.from(flac);
    copy.writeUInt32BE(samples, 22);
    return copy;
  };
  /** Lets each sample of an MP4 take one tick. */
  const withShortSamples = (mp4: Buffer) => {
    const copy = Buffer.from(mp4);
    const table = copy.indexOf("stts") + 8;
    for (let entry = 0; entry < copy.readUInt32BE(table); entry += 1) {
      copy.writeUInt32BE(1, table + 8 + entry * 8);
    }
    for (const [type, offset] of [
      ["mdhd", 20],
      ["mvhd", 20],
    ] as const) {
      copy.writeUInt32BE(1, copy.indexOf(type) + offset);
    }
    return copy;
  };

  test.each([
    ["Vorbis in OGG", "audio/ogg", "vorbis.ogg", withFirstPositions],
    ["Vorbis in WebM", "video/webm", "vorbis.webm", withFirstClusters],
    ["Opus in WebM", "video/webm", "opus.webm", withFirstClusters],
    ["FLAC", "audio/flac", "flac", (flac: Buffer) => withSamples(flac, 16_000)],
    ["FLAC of unknown length", "audio/flac", "flac", (flac: Buffer) => withSamples(flac, 0)],
    ["AAC in MP4", "audio/mp4", "m4a", withShortSamples],
  ])("%s", async (_name, contentType, name, tampered) => {
    const file = fixture(`silent-20s.${name}`);

    for (const bytes of [file, tampered(file)]) {
      const ms = await lengthOf(contentType, bytes);
      expect(ms).toBeGreaterThan(19_900);
      expect(ms).toBeLessThan(20_200);
    }
    expect(tampered(file)).not.toEqual(file);
  });

  test("streams one after the other are as long as all together", async () => {
    const vorbis = fixture("silent-20s.vorbis.ogg");

    expect(await lengthOf("audio/ogg", Buffer.concat([vorbis, vorbis, vorbis]))).toBeCloseTo(
      60_000,
      -2,
    );
  });

  test("several packets of sound in one block have no length", async () => {
    const webm = Buffer.from(fixture("silent-20s.opus.webm"));
    // The flags of a block of track 1, whose packet begins after them.
    const block = webm.indexOf(
      Buffer.from([0xa3]),
      webm.indexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75])),
    );
    webm.writeUInt8(0x86, block + 5);

    expect(await lengthOf("video/webm", webm)).toBeNull();
  });
});

test("frames of a WebM video take at least their time at 240 frames a second", async () => {
  const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0xff]);
  const block = Buffer.from([0xa3, 0x84, 0x81, 0, 1, 0]);
  const file = Buffer.concat([cluster, ...Array.from({ length: 2_400 }, () => block)]);

  expect(await lengthOf("video/webm", file)).toBe(10_000);
});

test("a file of endless empty chunks is abandoned before its end", async () => {
  let read = 0;
  const pieces = Buffer.concat(Array.from({ length: 1_000 }, () => box("free", Buffer.alloc(0))));
  async function* endless() {
    for (; read < 1_000; read += 1) yield pieces;
  }

  expect(await lengthMs({ contentType: "video/mp4", open: endless })).toBeNull();
  expect(read).toBeLessThan(20);
});
