import type { Issue } from "#domain/errors.ts";

export interface JsonLimits {
  /** Levels of arrays and objects: recursive readers can process 64. */
  readonly levelsMax: number;
  /** Fields of one object: parsing and validation take time for each field, known or unknown. */
  readonly fieldsMax: number;
  /** Values in the whole text. */
  readonly valuesMax: number;
}

export interface ShapeCheck {
  /** Scans the next bytes of the body. */
  readonly scan: (bytes: Uint8Array) => void;
  /** Returns the first limit that the text exceeds, or null. */
  readonly problem: () => Issue | null;
}

/**
 * Checks the shape of a JSON text while its bytes arrive: its depth, the fields of its objects and its number
 * of values. Text that is not JSON is left for `JSON.parse` to refuse.
 */
export function checkJsonShape({ levelsMax, fieldsMax, valuesMax }: JsonLimits): ShapeCheck {
  /** Number of fields so far in each open object, by level. */
  const fields: number[] = [];
  let values = 1;
  let inText = false;
  let isEscaped = false;
  let problem: Issue | null = null;

  function count(byte: number): void {
    if (byte === comma) values += 1;
    else if (byte === colon) {
      const known = (fields.at(-1) ?? 0) + 1;
      if (fields.length > 0) fields[fields.length - 1] = known;
      if (known > fieldsMax) refuse(`An object must have at most ${fieldsMax} fields.`);
    } else if (byte === openArray || byte === openObject) {
      values += 1;
      if (fields.push(0) > levelsMax) {
        refuse(`Arrays and objects must be nested at most ${levelsMax} deep.`, "too_deep");
      }
    } else if (byte === closeArray || byte === closeObject) fields.pop();
    if (values > valuesMax) refuse(`The body must have at most ${valuesMax} values.`);
  }

  function refuse(message: string, code = "too_large"): void {
    problem ??= { pointer: "", code, message };
  }

  return {
    scan(bytes) {
      for (const byte of bytes) {
        if (problem !== null) return;
        if (!inText) {
          if (byte === quote) inText = true;
          else count(byte);
        } else if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inText = false;
      }
    },
    problem: () => problem,
  };
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
