import { boxIn } from "#storage/boxes.ts";

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
/** AAC-LC, and HE-AAC with its doubled rate, by their core. */
const objectTypes: readonly number[] = [2, 5, 29];

/**
 * Seconds of one AAC frame, by the decoder configuration of a track (ISO 14496-3, section 1.6.2.1): a decoder
 * plays whole frames, whatever duration the sample table states. Null for other codecs.
 */
export function aacFrameSeconds(track: Buffer): number | null {
  const descriptions = boxIn(track, "mdia", "minf", "stbl", "stsd");
  const isAudio = boxIn(track, "mdia", "hdlr").toString("latin1", 8, 12) === "soun";
  const place = isAudio ? descriptions.indexOf("esds") : -1;
  if (place === -1) return null;
  // Version and flags, then nested descriptors: 3 the stream, 4 its decoder, 5 the configuration.
  let rest = descriptions.subarray(place + 8);
  for (const [tag, headBytes] of [
    [3, 3],
    [4, 13],
    [5, 0],
  ] as const) {
    if (rest[0] !== tag) return null;
    let length = 1;
    while (length < 4 && ((rest[length] ?? 0) & 0x80) !== 0) length += 1;
    rest = rest.subarray(1 + length + headBytes);
  }
  const [first = 0, second = 0] = rest;
  const rate = rates[((first & 7) << 1) | (second >> 7)];
  if (rate === undefined || !objectTypes.includes(first >> 3)) return null;
  return ((second & 4) === 0 ? 1_024 : 960) / rate;
}
