const byteMax = 255;

/** Loudness of `count` parts of a recording from 0 to 1, from the peaks of its preview. */
export function readPeaks(peaks: string, count: number): number[] {
  const bytes = Uint8Array.from(atob(peaks), (byte) => byte.charCodeAt(0));
  const parts = Math.min(count, bytes.length);
  return Array.from({ length: parts }, (_, index) => {
    const from = Math.floor((index * bytes.length) / parts);
    const to = Math.floor(((index + 1) * bytes.length) / parts);
    return Math.max(...bytes.subarray(from, to)) / byteMax;
  });
}
