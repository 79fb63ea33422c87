import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;
const pattern = /^gme_[0-9A-Za-z]{38}$/;

/**
 * Creates a key: `gme_`, 32 random base62 characters, and 6 characters of their CRC-32, which lets secret
 * scanners recognize real keys.
 */
export function createKeyValue(): string {
  const random = Array.from(
    { length: randomLength },
    () => alphabet[randomInt(alphabet.length)],
  ).join("");
  return `gme_${random}${checksum(random)}`;
}

/**
 * Checks format and checksum, to reject invalid values without a database query; the key may still not exist.
 */
export function isKeyValue(value: string): boolean {
  return pattern.test(value) && checksum(value.slice(4, 36)) === value.slice(36);
}

/** Returns the stored hash. The value has 190 random bits, so a fast hash without salt is sufficient. */
export function hashKeyValue(value: string): Buffer {
  return hash("sha256", value, "buffer");
}

function checksum(random: string): string {
  let rest = crc32(random);
  let word = "";
  for (let place = 0; place < checksumLength; place += 1) {
    word = `${alphabet[rest % alphabet.length]}${word}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return word;
}
