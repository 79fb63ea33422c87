import { boxesIn, boxIn, isVideoTrack, trackSeconds } from "#storage/boxes.ts";
import { takeBoxHead, type ByteReader } from "#storage/byte-reader.ts";
import { frameCounter, type FrameCounter } from "#storage/frame-counter.ts";
import type { MediaTime } from "#storage/media-length.ts";

import { aacFrameSeconds } from "./aac.ts";
import { chunksMax } from "./limits.ts";

/** An hour of frames is described in about a megabyte. */
const movieBoxBytesMax = 16 * 1024 * 1024;
const fragmentBoxBytesMax = 1024 * 1024;
/** The last frame of a recording may be cut. */
const paddingSeconds = 1;

/** Length so far of each track of a fragmented movie, in ticks of its time scale. */
interface FragmentedTrack {
  readonly ticksPerSecond: number;
  readonly sampleTicks: number;
  readonly isVideo: boolean;
  readonly frames: FrameCounter;
  readonly frameSeconds: number | null;
  ticks: number;
  samples: number;
}

/**
 * Length by ISO 14496-12: the longest value in any header and any sample table, for a movie with samples. AAC
 * takes at least the time of its frames. The movie box may come first or last. A fragmented movie is as long as its fragments, and is read to its end.
 */
export async function mp4Time(reader: ByteReader): Promise<MediaTime | null> {
  let movie: Buffer | null = null;
  let fragmented = new Map<number, FragmentedTrack>();
  for (let boxes = 0; boxes < chunksMax; boxes += 1) {
    const head = await takeBoxHead(reader);
    if (head === null || head.bytes < 0) break;
    const { type, bytes } = head;
    if (type === "moov") {
      movie = bytes > movieBoxBytesMax ? null : await reader.take(bytes);
      if (movie === null) return null;
      fragmented = fragmentedTracks(movie);
      if (fragmented.size === 0) break;
    } else if (type === "moof") {
      const fragment = bytes > fragmentBoxBytesMax ? null : await reader.take(bytes);
      if (fragment === null) break;
      for (const part of boxesIn(fragment, ["traf"])) addFragment(part, fragmented);
    } else if (!(await reader.skip(bytes))) break;
  }
  if (movie === null) return null;
  const fragments = [...fragmented.values()].map(
    ({ ticks, ticksPerSecond, samples, frameSeconds }) =>
      playedSeconds(ticks / ticksPerSecond, samples, frameSeconds),
  );
  const tracks = boxesIn(movie, ["trak"]).map((track) => ({
    isVideo: isVideoTrack(track),
    frameSeconds: aacFrameSeconds(track),
    ...trackSeconds(track),
  }));
  const played = tracks.map(({ samples, sampleCount, frameSeconds }) =>
    playedSeconds(samples, sampleCount, frameSeconds),
  );
  const sampled = Math.max(0, ...played, ...fragments);
  if (!(sampled > 0)) return null;
  const headers = tracks.map(({ header }) => header);
  const rates = [
    ...tracks.flatMap(({ isVideo, framesPerSecond }) => (isVideo ? (framesPerSecond ?? []) : [])),
    ...[...fragmented.values()].flatMap(({ isVideo, frames }) =>
      isVideo ? (frames.framesPerSecond() ?? []) : [],
    ),
  ];
  return {
    ms: Math.max(sampled, movieHeaderSeconds(movie), ...headers) * 1_000,
    framesPerSecond: rates.length === 0 ? null : Math.max(...rates),
  };
}

function playedSeconds(stated: number, samples: number, frameSeconds: number | null): number {
  const decoded = samples * (frameSeconds ?? 0);
  return decoded > stated + paddingSeconds ? decoded : stated;
}

/** A length with all bits set is unknown. */
function movieHeaderSeconds(movie: Buffer): number {
  const header = boxIn(movie, "mvhd");
  if (header.byteLength < 20) return 0;
  const isWide = header.readUInt8(0) === 1;
  const ticks = isWide ? header.readBigUInt64BE(24) : BigInt(header.readUInt32BE(16));
  const isUnknown = ticks === (isWide ? 2n ** 64n - 1n : 0xff_ff_ff_ffn);
  const seconds = Number(ticks) / header.readUInt32BE(isWide ? 20 : 12);
  return isUnknown || !Number.isFinite(seconds) ? 0 : seconds;
}

/** Tracks by number, with the default sample duration for fragments that do not specify one. */
function fragmentedTracks(movie: Buffer): Map<number, FragmentedTrack> {
  const defaults = new Map(
    boxesIn(movie, ["mvex", "trex"]).map((box) => [box.readUInt32BE(4), box.readUInt32BE(12)]),
  );
  return new Map(
    boxesIn(movie, ["trak"]).flatMap((track) => {
      const header = boxIn(track, "tkhd");
      const number = header.readUInt32BE(header.readUInt8(0) === 1 ? 20 : 12);
      const sampleTicks = defaults.get(number);
      const { ticksPerSecond } = trackSeconds(track);
      return sampleTicks === undefined || ticksPerSecond === 0
        ? []
        : [
            [
              number,
              {
                ticksPerSecond,
                sampleTicks,
                isVideo: isVideoTrack(track),
                frames: frameCounter(ticksPerSecond),
                frameSeconds: aacFrameSeconds(track),
                ticks: 0,
                samples: 0,
              },
            ] as const,
          ];
    }),
  );
}

function addFragment(part: Buffer, tracks: ReadonlyMap<number, FragmentedTrack>): void {
  const header = boxIn(part, "tfhd");
  const flags = header.readUInt32BE(0);
  const track = tracks.get(header.readUInt32BE(4));
  if (track === undefined) return;
  const place = 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4);
  const sampleTicks = (flags & 8) === 0 ? track.sampleTicks : header.readUInt32BE(place);
  for (const run of boxesIn(part, ["trun"])) addRun(track, run, sampleTicks);
}

function addRun(track: FragmentedTrack, run: Buffer, sampleTicks: number): void {
  const flags = run.readUInt32BE(0);
  const samples = run.readUInt32BE(4);
  track.samples += samples;
  if ((flags & 0x1_00) === 0) {
    track.ticks += samples * sampleTicks;
    track.frames.add(samples, sampleTicks);
    return;
  }
  const step = 4 * [0x1_00, 0x2_00, 0x4_00, 0x8_00].filter((flag) => (flags & flag) !== 0).length;
  let place = 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
  for (let sample = 0; sample < samples; sample += 1, place += step) {
    const ticks = run.readUInt32BE(place);
    track.ticks += ticks;
    track.frames.add(1, ticks);
  }
}
