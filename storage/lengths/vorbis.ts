import type { PacketTimer } from "./packet-timer.ts";

/** The setup header ends with at most 64 modes of 41 bits each. */
const setupTailBytes = 400;
const modeBits = 41;
const modesMax = 64;
/** Identification, comments and setup. */
const headPackets = 3;

/**
 * Counts the blocks of Vorbis I: a packet names its mode, and the mode its block size (sections 4.2 and 4.3.1).
 * Two neighboring blocks overlap by half.
 */
export function vorbisTimer(identification: Buffer): PacketTimer {
  const samplesPerSecond = identification.readUInt32LE(12);
  const sizes = identification.readUInt8(28);
  const [short, long] = [2 ** (sizes & 15), 2 ** (sizes >> 4)];
  let setup = Buffer.alloc(0);
  let modes: readonly boolean[] | null = null;
  let [packets, samples, previous] = [0, 0, 0];
  const addBlock = (first: number) => {
    if (modes === null || (first & 1) !== 0) return;
    const mode = (first >> 1) & (2 ** bitsOf(modes.length - 1) - 1);
    const size = modes[mode] === true ? long : short;
    if (previous > 0) samples += (previous + size) / 4;
    previous = size;
  };
  return {
    add(part, isStart) {
      if (isStart) packets += 1;
      if (packets === headPackets) {
        setup = Buffer.concat([setup, part]).subarray(-setupTailBytes);
      }
      if (packets <= headPackets || !isStart || part.byteLength === 0) return;
      if (packets === headPackets + 1) modes = modesOf(setup);
      addBlock(part.readUInt8(0));
    },
    seconds() {
      if (packets > headPackets && modes === null) return null;
      return samplesPerSecond === 0 ? 0 : samples / samplesPerSecond;
    },
  };
}

/**
 * Reads the modes of a setup header from its end, because only a decoder can find their beginning: whether
 * each has the long block size. Null when the end can be read in several ways.
 */
function modesOf(setup: Buffer): readonly boolean[] | null {
  const bit = (at: number) => ((setup[at >> 3] ?? 0) >> (at & 7)) & 1;
  const number = (at: number, bits: number) =>
    Array.from({ length: bits }, (_, index) => bit(at + index) * 2 ** index).reduce(
      (sum, value) => sum + value,
      0,
    );
  let at = setup.byteLength * 8 - 1;
  // Padding follows the framing bit.
  while (at > 0 && bit(at) === 0) at -= 1;
  const modes: boolean[] = [];
  const readings: (readonly boolean[])[] = [];
  while (at >= modeBits + 6 && modes.length < modesMax) {
    at -= modeBits;
    const [isLong, types, mapping] = [bit(at) === 1, number(at + 1, 32), number(at + 33, 8)];
    if (types !== 0 || mapping >= modesMax) break;
    modes.unshift(isLong);
    if (number(at - 6, 6) === modes.length - 1) readings.push([...modes]);
  }
  // The last mode of several always reads like a single one.
  const [first, second, third] = readings;
  if (third !== undefined || (second !== undefined && first?.length !== 1)) return null;
  return second ?? first ?? null;
}

function bitsOf(value: number): number {
  return 32 - Math.clz32(value);
}
