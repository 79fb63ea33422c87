import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;
const pattern = /^gme_[0-9A-Za-z]{38}$/;

/** A new key: `gme_`, 32 random base62 characters, 6 of their CRC-32, so that a scanner can tell a real one. */
export function createKeyValue(): string {
  const random = Array.from(
    { length: randomLength },
    () => alphabet[randomInt(alphabet.length)],
  ).join("");
  return `gme_${random}${checksum(random)}`;
}

/** Whether this can be a key at all. Saves the database from noise; says nothing about whether it exists. */
export function isKeyValue(value: string): boolean {
  return pattern.test(value) && checksum(value.slice(4, 36)) === value.slice(36);
}

/** What is stored. The value has 190 random bits, so a fast hash is enough and needs no salt. */
export function hashKeyValue(value: string): Buffer {
  return createHash("sha256").update(value).digest();
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
