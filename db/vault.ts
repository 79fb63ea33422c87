import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from "node:crypto";

/** Encrypts values that must not be readable in the database. */
export interface Vault {
  /**
   * Encrypts with AES-256-GCM. `purpose` and `owner` are authenticated: sealed bytes cannot be moved to
   * another row.
   */
  seal(plain: string, place: SealedPlace): Buffer;
  /** Throws when the bytes were modified, moved, or sealed under a master key that the vault does not have. */
  open(sealed: Uint8Array, place: SealedPlace): string;
  /** Returns a keyed hash: deterministic, and not guessable without the key. */
  derive(value: string, purpose: string): Buffer;
  /** Returns the hashes that vaults with another current key may have derived, that of this vault first. */
  deriveAll(value: string, purpose: string): Buffer[];
  /**
   * First bytes of everything that is sealed during a rotation, which name the master key. Null while the vault has one key
   * only.
   */
  readonly currentPrefix: Buffer | null;
}

export interface SealedPlace {
  readonly purpose: string;
  readonly owner: string;
}

/** Sealed bytes that do not name their key: the only form that versions before the rotation of keys can open. */
const withoutKey = 1;
/** Sealed bytes that name their key: written while the vault has several. */
const withKey = 2;
const keyNameBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

/** Derives one key per purpose from a master key by HKDF, so that no use weakens another. */
const keyOf = (masterKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "gme-vault", purpose, 32));

/** Creates a vault that seals under `masterKey` and also opens what was sealed under other keys. */
export function createVault(masterKey: string, others: readonly string[] = []): Vault {
  const masterKeys = [masterKey, ...others];
  const currentPrefix = others.length === 0 ? null : prefixOf(masterKey);
  const prefix = currentPrefix ?? Buffer.from([withoutKey]);
  return {
    currentPrefix,
    seal(plain, place) {
      const nonce = randomBytes(nonceBytes);
      const key = keyOf(masterKey, `seal ${place.purpose}`);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(contextOf(place));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const { candidates, body } = findKeys(sealed, masterKeys);
      let failure: unknown = new Error("sealed under a master key that is not configured");
      for (const candidate of candidates) {
        try {
          return decrypt(body, candidate, place);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
    derive: (value, purpose) => derive(masterKey, value, purpose),
    deriveAll: (value, purpose) => masterKeys.map((key) => derive(key, value, purpose)),
  };
}

function contextOf({ purpose, owner }: SealedPlace): Buffer {
  return Buffer.from(`${purpose}\0${owner}`);
}

function prefixOf(masterKey: string): Buffer {
  const name = createHash("sha256").update(keyOf(masterKey, "name")).digest();
  return Buffer.concat([Buffer.from([withKey]), name.subarray(0, keyNameBytes)]);
}

/** Lists the keys that may open sealed bytes: the one that they name, or all. */
function findKeys(
  sealed: Uint8Array,
  masterKeys: readonly string[],
): { candidates: readonly string[]; body: Uint8Array } {
  if (sealed[0] === withoutKey) return { candidates: masterKeys, body: sealed.subarray(1) };
  if (sealed[0] !== withKey) throw new Error("sealed by an unknown version of the vault");
  const named = Buffer.from(sealed.subarray(0, 1 + keyNameBytes));
  return {
    candidates: masterKeys.filter((masterKey) => prefixOf(masterKey).equals(named)),
    body: sealed.subarray(1 + keyNameBytes),
  };
}

function decrypt(bytes: Uint8Array, masterKey: string, place: SealedPlace): string {
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  const key = keyOf(masterKey, `seal ${place.purpose}`);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(contextOf(place)).setAuthTag(tag);
  const body = bytes.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}

function derive(masterKey: string, value: string, purpose: string): Buffer {
  return createHmac("sha256", keyOf(masterKey, `derive ${purpose}`))
    .update(value)
    .digest();
}
