import { StudioError } from "#studio/errors.ts";

/** Field numbers of the ONNX format: metadata of a model, and the key and the value of an entry. */
const metadataField = 14;
const [keyField, valueField] = [1, 2];

/**
 * Reads the alphabet of a recogniser from the metadata of its ONNX file, which onnxruntime does not
 * expose. The index of a character is that of the network's output; index 0 means no character.
 */
export function readCharacters(file: Uint8Array): readonly string[] {
  for (const entry of fields(file)) {
    if (entry.field !== metadataField) continue;
    const texts = new Map(
      [...fields(entry.bytes)].map(({ field, bytes }) => [field, new TextDecoder().decode(bytes)]),
    );
    if (texts.get(keyField) === "character") {
      return ["", ...(texts.get(valueField) ?? "").split("\n"), " "];
    }
  }
  throw new StudioError("engine_failed", "The text recogniser has no alphabet.");
}

/** Yields the length-delimited fields of a protobuf message; ONNX has no other nested ones. */
function* fields(message: Uint8Array): Generator<{ field: number; bytes: Uint8Array }> {
  let position = 0;
  const varint = (): number => {
    let [value, factor, byte] = [0, 1, 0];
    do {
      byte = message[position] ?? 0;
      position += 1;
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  };
  while (position < message.length) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        position += 8;
        break;
      case 2: {
        const length = varint();
        yield { field: Math.floor(tag / 8), bytes: message.subarray(position, position + length) };
        position += length;
        break;
      }
      default:
        position += 4;
    }
  }
}
