/** Length of an Opus packet by its first bytes (RFC 6716, section 3), in milliseconds. */
export function opusMs(packet: Uint8Array): number {
  const first = packet[0] ?? 0;
  const [config, code] = [first >> 3, first & 3];
  const frameMs =
    config < 12
      ? [10, 20, 40, 60][config & 3]
      : config < 16
        ? [10, 20][config & 1]
        : [2.5, 5, 10, 20][config & 3];
  const frames =
    packet.byteLength === 0 ? 0 : code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 63 : 2;
  return (frameMs ?? 0) * frames;
}
