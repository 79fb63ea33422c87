import { opusTimer, streamOf, type PacketTimer } from "./packet-timer.ts";

/** A higher rate contradicts the times of the blocks: no camera or provider makes it. */
const framesPerSecondMax = 240;
const soundType = 2;

/** A track as its entry describes it. */
export interface WebmTrack {
  number: number;
  type: number;
  codec: string;
  codecPrivate: Buffer;
  blocks: number;
  /** Null before the first block, and for anything but sound. */
  timer: PacketTimer | null;
}

export function newTrack(): WebmTrack {
  return { number: 0, type: 0, codec: "", codecPrivate: Buffer.alloc(0), blocks: 0, timer: null };
}

/**
 * Adds a block. Returns false for sound whose length its packets do not state: a codec that WebM does not
 * have, or several packets in one block.
 */
export function addBlock(track: WebmTrack, packet: Buffer, { isLaced }: { isLaced: boolean }) {
  track.blocks += 1;
  if (track.type !== soundType) return true;
  track.timer ??= timerOf(track);
  if (track.timer === null || isLaced) return false;
  track.timer.add(packet, true);
  return true;
}

/** The shortest time that the blocks of a track can take; null for sound that contradicts itself. */
export function secondsAtLeast(track: WebmTrack): number | null {
  return track.timer === null ? track.blocks / framesPerSecondMax : track.timer.seconds();
}

function timerOf({ codec, codecPrivate }: WebmTrack): PacketTimer | null {
  if (codec === "A_OPUS") return opusTimer(0);
  if (codec !== "A_VORBIS") return null;
  const [identification, comments, setup] = vorbisHeaders(codecPrivate);
  const stream = identification === undefined ? null : streamOf(identification);
  if (stream === null || comments === undefined || setup === undefined) return null;
  for (const header of [identification, comments, setup]) stream.timer.add(header ?? setup, true);
  return stream.timer;
}

/** Three packets, preceded by the lengths of the first two (RFC 9559, section 12; codec mapping A_VORBIS). */
function vorbisHeaders(bytes: Buffer): readonly Buffer[] {
  let place = 1;
  const lengths = [0, 0].map(() => {
    let length = 0;
    for (; bytes[place] === 255; place += 1) length += 255;
    length += bytes[place] ?? 0;
    place += 1;
    return length;
  });
  if (bytes[0] !== 2) return [];
  return [...lengths, bytes.byteLength].map((length) => {
    const packet = bytes.subarray(place, place + length);
    place += length;
    return packet;
  });
}
