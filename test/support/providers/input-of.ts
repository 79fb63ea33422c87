import type { AdapterInput } from "#activities/providers/adapter.ts";
import type { InputKind } from "#domain/requests/capability.ts";

import { mediaFile } from "./media-files.ts";
import { sampleInput } from "./sample-request.ts";

/** The sample input of a kind with other bytes. */
export function inputOf(kind: InputKind, bytes: Uint8Array): AdapterInput {
  return {
    ...sampleInput(kind),
    bytes: bytes.byteLength,
    async *open() {
      yield bytes;
    },
  };
}

/** An image of this size by its header. */
export function pictureOf(width: number, height: number): AdapterInput {
  const file = mediaFile("png");
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return inputOf("image", file);
}

/** The small video with this duration in its header. */
export function videoOf(seconds: number): AdapterInput {
  const bytes = mediaFile("mp4");
  const header = bytes.indexOf("mvhd");
  const ticksPerSecond = bytes.readUInt32BE(header + 16);
  bytes.writeUInt32BE(seconds * ticksPerSecond, header + 20);
  return inputOf("video", bytes);
}

/** Silence of this duration, as WAV of 16,000 bytes a second. */
export function soundOf(seconds: number): AdapterInput {
  const samples = Buffer.alloc(seconds * 16_000);
  const format = mediaFile("wav").subarray(0, 36);
  const data = Buffer.alloc(8);
  data.write("data", 0, "latin1");
  data.writeUInt32LE(samples.byteLength, 4);
  const bytes = Buffer.concat([format, data, samples]);
  return { ...inputOf("audio", bytes), contentType: "audio/wav" };
}
