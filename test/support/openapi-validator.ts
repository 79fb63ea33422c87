import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

interface Options {
  /** Converts texts to the type of the schema, for forms and queries, whose values are texts. */
  readonly isText?: boolean;
  /** Rejects fields that the schema does not name, even where it allows them. */
  readonly isClosed?: boolean;
}

/** Validates a value by the schema at a path in a document; returns the problems. */
type Validate = (place: readonly string[], value: unknown) => string[];

/** Creates the validator of an OpenAPI document. Schemas are compiled on their first use. */
export function createValidator(
  document: object,
  { isText = false, isClosed = false }: Options = {},
): Validate {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Compiling takes longer than all validations: less than half as long without inlined and optimized code.
    inlineRefs: false,
    code: { optimize: false },
    ...(isText ? { coerceTypes: "array" } : {}),
  });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  const compiled = new Map<string, ReturnType<Ajv2020["compile"]>>();
  return (place, value) => {
    const pointer = place
      .map((word) => encodeURIComponent(word.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    const $ref = `openapi#/${pointer}`;
    const validate =
      compiled.get($ref) ??
      ajv.compile(isClosed ? { $ref, unevaluatedProperties: false } : { $ref });
    compiled.set($ref, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = "", params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}
