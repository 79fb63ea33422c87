const rates = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
];

/** Longest head of a frame: four bytes, the coded number, block size, sample rate and checksum. */
export const flacFrameHeadBytes = 16;

/**
 * Length of the FLAC frame whose head begins at a place (RFC 9639, section 9.1), in seconds; 0 for other
 * bytes. `usualRate` is the sample rate of the stream, which a head may leave out.
 */
export function flacFrameSeconds(bytes: Uint8Array, place: number, usualRate: number): number {
  const at = (offset: number) => bytes[place + offset] ?? 0;
  if (at(0) !== 0xff || (at(1) & 0xfe) !== 0xf8) return 0;
  const [blockCode, rateCode] = [at(2) >> 4, at(2) & 15];
  const isReserved = at(3) >> 4 > 10 || ((at(3) >> 1) & 7) === 3 || (at(3) & 1) === 1;
  if (blockCode === 0 || rateCode === 15 || isReserved) return 0;
  let next = 4 + numberBytes(at(4));
  if (next === 4) return 0;
  const take = (count: number) => {
    const value = count === 2 ? at(next) * 256 + at(next + 1) : at(next);
    next += count;
    return value;
  };
  const samples =
    blockCode === 6
      ? take(1) + 1
      : blockCode === 7
        ? take(2) + 1
        : blockCode === 1
          ? 192
          : blockCode < 6
            ? 576 << (blockCode - 2)
            : 256 << (blockCode - 8);
  const rate =
    rateCode === 12
      ? take(1) * 1_000
      : rateCode === 13
        ? take(2)
        : rateCode === 14
          ? take(2) * 10
          : rates[rateCode] || usualRate;
  if (place + next >= bytes.byteLength || rate === 0) return 0;
  return checksum(bytes, place, next) === at(next) ? samples / rate : 0;
}

/** Length of a number that is coded like UTF-8, with up to seven bytes; 0 for another first byte. */
function numberBytes(first: number): number {
  if (first < 0x80) return 1;
  const ones = Math.clz32(~first & 0xff) - 24;
  return ones < 2 || ones > 7 ? 0 : ones;
}

const table = Uint8Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ ((value & 0x80) === 0 ? 0 : 0x107);
  return value;
});

function checksum(bytes: Uint8Array, place: number, count: number): number {
  let value = 0;
  for (let index = place; index < place + count; index += 1) {
    value = table[value ^ (bytes[index] ?? 0)] ?? 0;
  }
  return value;
}
