import { frameCounter } from "./frame-counter.ts";

/** Maximum number of children of one box; a real file has a few dozen. */
const childrenMax = 10_000;

/** Returns the bodies of the MP4 or MOV boxes at this path (ISO 14496-12, section 4.2). */
export function boxesIn(body: Buffer, [wanted, ...path]: readonly string[]): Buffer[] {
  if (wanted === undefined) return [body];
  const found: Buffer[] = [];
  let children = 0;
  for (let place = 0; place + 8 <= body.byteLength && children < childrenMax; children += 1) {
    const bytes = body.readUInt32BE(place);
    if (bytes < 8) break;
    if (body.toString("latin1", place + 4, place + 8) === wanted) {
      found.push(...boxesIn(body.subarray(place + 8, place + bytes), path));
    }
    place += bytes;
  }
  return found;
}

/** Returns the first box; empty when there is none, so that reading it throws a `RangeError`. */
export function boxIn(body: Buffer, ...path: string[]): Buffer {
  return boxesIn(body, path)[0] ?? Buffer.alloc(0);
}

export interface TrackSeconds {
  readonly ticksPerSecond: number;
  /** Length in the track's header; 0 when the header leaves it open. */
  readonly header: number;
  /** Length of all samples in the sample table. */
  readonly samples: number;
  readonly sampleCount: number;
  /** Highest sample rate over a few seconds; null without samples. */
  readonly framesPerSecond: number | null;
}

export function isVideoTrack(track: Buffer): boolean {
  return boxIn(track, "mdia", "hdlr").toString("latin1", 8, 12) === "vide";
}

/** Reads the length of a track. Throws a `RangeError` for a track that ends too early. */
export function trackSeconds(track: Buffer): TrackSeconds {
  const header = boxIn(track, "mdia", "mdhd");
  const isWide = header.readUInt8(0) === 1;
  const ticksPerSecond = header.readUInt32BE(isWide ? 20 : 12);
  const said = isWide ? header.readBigUInt64BE(24) : BigInt(header.readUInt32BE(16));
  const isUnknown = said === (isWide ? 2n ** 64n - 1n : 0xff_ff_ff_ffn);
  const times = boxIn(track, "mdia", "minf", "stbl", "stts");
  const entries = times.readUInt32BE(4);
  const frames = frameCounter(ticksPerSecond);
  let [sampleCount, ticks] = [0, 0];
  for (let entry = 0; entry < entries; entry += 1) {
    const samples = times.readUInt32BE(8 + entry * 8);
    const ticksEach = times.readUInt32BE(12 + entry * 8);
    sampleCount += samples;
    ticks += samples * ticksEach;
    frames.add(samples, ticksEach);
  }
  const seconds = (of: number) => (ticksPerSecond === 0 ? 0 : of / ticksPerSecond);
  return {
    ticksPerSecond,
    header: isUnknown ? 0 : seconds(Number(said)),
    samples: seconds(ticks),
    sampleCount,
    framesPerSecond: frames.framesPerSecond(),
  };
}
