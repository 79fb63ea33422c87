import { StringDecoder } from "node:string_decoder";

/** Reads lines. Throws when a line has more characters than allowed, before the line is complete. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  charactersMax: number,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let characters = 0;
  for await (const chunk of chunks) {
    const [first = "", ...rest] = decoder.write(Buffer.from(chunk)).split("\n");
    let part = first;
    for (const next of rest) {
      parts.push(part);
      yield parts.join("").replace(/\r$/, "");
      parts = [];
      characters = 0;
      part = next;
    }
    parts.push(part);
    characters += part.length;
    if (characters > charactersMax) {
      throw new Error(`A line has more than ${charactersMax} characters.`);
    }
  }
  const last = parts.join("") + decoder.end();
  if (last !== "") yield last;
}
