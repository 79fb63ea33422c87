import { flacFrameSeconds } from "./flac-frame.ts";
import { opusMs } from "./opus.ts";
import { vorbisTimer } from "./vorbis.ts";

/**
 * Adds up the time that the packets of a stream state themselves. A decoder plays that time, whatever the
 * positions of the container say.
 */
export interface PacketTimer {
  /** Adds a part of a packet; the first part states its time. Parts of header packets count nothing. */
  add(part: Buffer, isStart: boolean): void;
  /** Null when the headers contradict themselves, so that no time can be trusted. */
  seconds(): number | null;
}

/** Two packets without sound come first (RFC 7845, section 3). */
const opusHeadPackets = 2;

export function opusTimer(headPackets: number): PacketTimer {
  let [packets, ms] = [0, 0];
  return {
    add(part, isStart) {
      if (!isStart) return;
      packets += 1;
      if (packets > headPackets) ms += opusMs(part);
    },
    seconds: () => ms / 1_000,
  };
}

/** Header packets of FLAC in OGG do not begin like a frame. */
function flacTimer(samplesPerSecond: number): PacketTimer {
  let seconds = 0;
  return {
    add(part, isStart) {
      if (isStart) seconds += flacFrameSeconds(part, 0, samplesPerSecond);
    },
    seconds: () => seconds,
  };
}

/** A stream of sound by its first packet; null for another codec. */
export function streamOf(
  packet: Buffer,
): { readonly samplesPerSecond: number; readonly timer: PacketTimer } | null {
  const text = packet.toString("latin1", 0, 8);
  if (text === "OpusHead") return { samplesPerSecond: 48_000, timer: opusTimer(opusHeadPackets) };
  if (text.startsWith("\u0001vorbis") && packet.byteLength >= 30) {
    return { samplesPerSecond: packet.readUInt32LE(12), timer: vorbisTimer(packet) };
  }
  if (text.startsWith("\u007fFLAC") && packet.byteLength >= 31) {
    const samplesPerSecond = packet.readUIntBE(27, 3) >> 4;
    return { samplesPerSecond, timer: flacTimer(samplesPerSecond) };
  }
  return null;
}
