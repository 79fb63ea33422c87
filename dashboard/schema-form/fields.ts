/** The keywords of JSON Schema that the schemas of models use. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: unknown;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxContains?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly contains?: JsonSchema;
  readonly required?: readonly string[];
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
}

interface FieldBase {
  /** Property names from `parameters` to the value. */
  readonly path: readonly string[];
  readonly help: string | undefined;
  /** Value that the model uses when none is sent. */
  readonly preset: unknown;
}

/** One control of a form. */
export type Field = FieldBase &
  (
    | { readonly widget: "choice"; readonly values: readonly (string | number | boolean)[] }
    | { readonly widget: "ratio"; readonly values: readonly string[] | null }
    | {
        readonly widget: "number";
        readonly minimum: number | undefined;
        readonly maximum: number | undefined;
        readonly step: number | undefined;
      }
    | { readonly widget: "seed"; readonly minimum: number; readonly maximum: number }
    | { readonly widget: "switch" }
    | { readonly widget: "text"; readonly lengthMax: number | undefined }
    | { readonly widget: "json" }
    | { readonly widget: "group"; readonly fields: readonly Field[] }
  );

/** Files that a request takes of one kind. */
export interface InputSlot {
  readonly kind: string;
  readonly isRequired: boolean;
  readonly countMax: number;
}

/** Form of a model for one of its capabilities. */
export interface ModelForm {
  readonly prompt: { readonly isRequired: boolean; readonly lengthMax: number };
  readonly slots: readonly InputSlot[];
  /** Fields that every model names alike. */
  readonly fields: readonly Field[];
  /** Fields with the provider's names. */
  readonly ownFields: readonly Field[];
}

const promptLengthMax = 4_000;
const inputsMax = 20;

/** Reads the form from the `input` of `GET /v1/models/{modelId}/schema`. */
export function toModelForm(input: JsonSchema, capability: string): ModelForm {
  const rule = input.allOf?.find(
    (each) => each.if?.properties?.["capability"]?.const === capability,
  )?.then;
  const parameters = rule?.properties?.["parameters"] ?? input.properties?.["parameters"];
  const { modelParameters, ...common } = parameters?.properties ?? {};
  const slots = slotsOf(rule?.properties?.["inputs"]);
  return {
    prompt: {
      isRequired: rule?.required?.includes("prompt") ?? false,
      lengthMax: input.properties?.["prompt"]?.maxLength ?? promptLengthMax,
    },
    slots,
    fields: fieldsOf(common, []).filter(({ path }) => isOfUse(path[0] ?? "", common, slots)),
    ownFields: fieldsOf(modelParameters?.properties ?? {}, ["modelParameters"]),
  };
}

/** Fields of files with a duration; a schema lists them for every model, since the engine cuts files itself. */
const ofRecordings = new Set(["operations", "timestamps", "trimStartSeconds", "trimEndSeconds"]);

function isOfUse(
  name: string,
  properties: Readonly<Record<string, JsonSchema>>,
  slots: readonly InputSlot[],
): boolean {
  if (ofRecordings.has(name)) {
    return slots.some(({ kind }) => kind === "video" || kind === "audio");
  }
  const { minimum, maximum } = properties[name] ?? {};
  return minimum === undefined || minimum !== maximum;
}

function slotsOf(inputs: JsonSchema | undefined): InputSlot[] {
  const kinds = inputs?.items?.properties?.["kind"]?.enum ?? [];
  const sets = (inputs?.anyOf ?? []).map((set) => (set.allOf ?? []).map(kindOf));
  return kinds.map((kind) => ({
    kind: String(kind),
    isRequired: sets.length > 0 && sets.every((set) => set.includes(kind)),
    countMax: inputs?.allOf?.find((bound) => kindOf(bound) === kind)?.maxContains ?? inputsMax,
  }));
}

function kindOf({ contains }: JsonSchema): unknown {
  return contains?.properties?.["kind"]?.const;
}

function fieldsOf(
  properties: Readonly<Record<string, JsonSchema>>,
  parent: readonly string[],
): Field[] {
  return Object.entries(properties).map(([name, schema]) => fieldOf([...parent, name], schema));
}

function fieldOf(path: readonly string[], schema: JsonSchema): Field {
  const base = { path, help: schema.description, preset: schema.default };
  const name = path.at(-1) ?? "";
  if (name === "aspectRatio") {
    return { ...base, widget: "ratio", values: schema.enum?.map(String) ?? null };
  }
  if (schema.enum !== undefined) return { ...base, widget: "choice", values: schema.enum };
  switch (schema.type) {
    case "boolean":
      return { ...base, widget: "switch" };
    case "integer":
    case "number": {
      const { minimum, maximum, multipleOf, type } = schema;
      if (name === "seed") {
        return { ...base, widget: "seed", minimum: minimum ?? 0, maximum: maximum ?? seedMax };
      }
      const step = multipleOf ?? (type === "integer" ? 1 : undefined);
      return { ...base, widget: "number", minimum, maximum, step };
    }
    case "string":
      return { ...base, widget: "text", lengthMax: schema.maxLength };
    case "object":
      return schema.properties === undefined
        ? { ...base, widget: "json" }
        : { ...base, widget: "group", fields: fieldsOf(schema.properties, path) };
    case undefined:
    default:
      return { ...base, widget: "json" };
  }
}

/** Seeds of most providers are 32-bit. */
const seedMax = 2_147_483_647;

export type Values = Readonly<Record<string, unknown>>;

export function valueAt(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null ? (value as Values)[name] : undefined,
    values,
  );
}

/** Sets a value; undefined removes it, and every object that becomes empty. */
export function withValue(values: Values, path: readonly string[], value: unknown): Values {
  const [name, ...rest] = path;
  if (name === undefined) return values;
  const { [name]: former, ...others } = values;
  const next =
    rest.length === 0
      ? value
      : withValue(
          typeof former === "object" && former !== null ? (former as Values) : {},
          rest,
          value,
        );
  const isEmpty =
    next === undefined || (rest.length > 0 && Object.keys(next as Values).length === 0);
  return isEmpty ? others : { ...others, [name]: next };
}

/** JSON Pointer of a field in the body of a generation. */
export function pointerOf(path: readonly string[]): string {
  return ["", "parameters", ...path]
    .map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1"))
    .join("/");
}
