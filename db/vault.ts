import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts values that must not be readable in the database. */
export interface Vault {
  /**
   * Encrypts with AES-256-GCM. `purpose` and `owner` are authenticated: sealed bytes cannot be moved to
   * another row.
   */
  seal(plain: string, place: SealedPlace): Buffer;
  /** Throws when the bytes were modified, moved, or sealed under another master key. */
  open(sealed: Uint8Array, place: SealedPlace): string;
  /** Returns a keyed hash: deterministic, and not guessable without the key. */
  derive(value: string, purpose: string): Buffer;
}

export interface SealedPlace {
  readonly purpose: string;
  readonly owner: string;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Derives one key per purpose from the master key by HKDF, so that no use weakens another. */
export function createVault(masterKey: string): Vault {
  const keyOf = (purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", masterKey, "gme-vault", purpose, 32));
  const context = ({ purpose, owner }: SealedPlace): Buffer => Buffer.from(`${purpose}\0${owner}`);
  return {
    seal(plain, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", keyOf(`seal ${place.purpose}`), nonce);
      cipher.setAAD(context(place));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      if (sealed[0] !== version) throw new Error("sealed by an unknown version of the vault");
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      const key = keyOf(`seal ${place.purpose}`);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(context(place)).setAuthTag(tag);
      const body = sealed.subarray(1 + nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
    derive: (value, purpose) =>
      createHmac("sha256", keyOf(`derive ${purpose}`))
        .update(value)
        .digest(),
  };
}
