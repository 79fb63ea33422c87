/** Tokens of Whisper. Text tokens precede the token that ends a text; special tokens follow. */
export interface Vocabulary {
  readonly endOfText: number;
  /** Returns the id of a special token such as `<|en|>`. Throws when there is none. */
  special(name: string): number;
  /** Ids of the languages by their codes; empty for an English model. */
  readonly languages: ReadonlyMap<string, number>;
  /** Decodes tokens. Bytes that are no valid UTF-8 become the replacement character. */
  decode(tokens: readonly number[]): string;
}

/** Reads `vocabulary.txt`: one token a line, each byte of which is a printable character. */
export function readVocabulary(file: Uint8Array, languageIds: readonly number[]): Vocabulary {
  const tokens = new TextDecoder().decode(file).split("\n");
  const ids = new Map(tokens.map((token, id) => [token, id]));
  const special = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The model has no token ${name}.`);
    return id;
  };
  const endOfText = special("<|endoftext|>");
  const decoder = new TextDecoder();
  return {
    endOfText,
    special,
    languages: new Map(languageIds.map((id) => [(tokens[id] ?? "").slice(2, -2), id])),
    decode(list) {
      const characters = list.filter((id) => id < endOfText).map((id) => tokens[id] ?? "");
      const bytes = Array.from(characters.join(""), (character) => byteOf.get(character) ?? 0x3f);
      return decoder.decode(Uint8Array.from(bytes));
    },
  };
}

/** The alphabet of GPT-2: printable Latin-1 characters stand for themselves, other bytes for 256 and up. */
const byteOf = createByteTable();

function createByteTable(): ReadonlyMap<string, number> {
  const isPrintable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let next = 256;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [
      String.fromCharCode(isPrintable(byte) ? byte : next++),
      byte,
    ]),
  );
}
