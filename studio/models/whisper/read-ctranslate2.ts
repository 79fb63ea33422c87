/** Weights of a CTranslate2 model by their names, decoded to 32-bit floats when they are read. */
export interface CTranslate2Model {
  /** Throws when the model has no such weights. */
  read(name: string): { readonly shape: readonly number[]; readonly values: Float32Array };
  readonly names: readonly string[];
}

const halfFloatType = 4;
const halfFloatBytes = 2;

/**
 * Reads `model.bin`, format version 6: a header, the variables (name, shape, type, bytes) and aliases of
 * variables. Supports models in half precision.
 */
export function readCTranslate2(file: Buffer): CTranslate2Model {
  let position = 0;
  const number = (bytes: 1 | 2 | 4) => {
    const value = file.readUIntLE(position, bytes);
    position += bytes;
    return value;
  };
  const text = () => {
    const length = number(2);
    const value = file.toString("latin1", position, position + length - 1);
    position += length;
    return value;
  };
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);

  number(4);
  text();
  number(4);
  const variables = new Map(
    times(number(4), () => {
      const name = text();
      const shape = times(number(1), () => number(4));
      const type = number(1);
      const bytes = number(4);
      const start = position;
      position += bytes;
      return [name, { shape, type, start, bytes }] as const;
    }),
  );
  const aliases = new Map(times(number(4), () => [text(), text()] as const));

  return {
    names: [...variables.keys(), ...aliases.keys()],
    read(name) {
      const variable = variables.get(aliases.get(name) ?? name);
      if (!variable) throw new Error(`The model has no weights ${name}.`);
      const { shape, type, start, bytes } = variable;
      if (type !== halfFloatType) throw new Error(`${name} has the unknown type ${type}.`);
      const values = new Float32Array(bytes / halfFloatBytes);
      for (let index = 0; index < values.length; index += 1) {
        values[index] = halfFloats[file.readUInt16LE(start + index * halfFloatBytes)] ?? 0;
      }
      return { shape, values };
    },
  };
}

/** Values of all 65,536 half-precision floats. */
const halfFloats = Float32Array.from({ length: 65_536 }, (_, bits) => {
  const sign = bits >= 0x8000 ? -1 : 1;
  const exponent = Math.floor(bits / 1024) % 32;
  const fraction = (bits % 1024) / 1024;
  if (exponent === 0) return sign * fraction * 2 ** -14;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction) * 2 ** (exponent - 15);
});
