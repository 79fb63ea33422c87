/**
 * Derives the document from which clients are generated. It differs from docs/openapi.json in what a client
 * must not rely on: the API promises that responses may get new fields and enums new values.
 */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, Response>>;
  /** Empty for an operation without a credential. */
  readonly security?: readonly unknown[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

type Schema = Readonly<Record<string, unknown>>;

/** Component that stands for "any other string" in the enums of responses. */
export const otherValue = "OtherValue";

const schemaPath = "#/components/schemas/";

/** Returns the operations under /v1 without errors, and schemas of responses that accept new fields and values. */
export function toClientView(document: Document): Document {
  const paths = withoutErrors(document.paths);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const { schemas } = document.components;
  const sent = reachable(
    schemas,
    operations.map(({ requestBody, parameters }) => ({ requestBody, parameters })),
  );
  const received = reachable(schemas, [
    operations.map(({ responses }) => responses),
    document.webhooks,
    { $ref: `${schemaPath}Problem` },
  ]);
  const open = (value: unknown) => openEnums(value, schemas);
  return {
    ...document,
    paths: mapOperations(paths, (operation) => ({
      ...operation,
      responses: open(operation.responses) as Operation["responses"],
    })),
    webhooks: open(document.webhooks) as Document["webhooks"],
    components: {
      schemas: {
        [otherValue]: { type: "string" },
        ...Object.fromEntries(
          Object.entries(schemas).flatMap(([name, schema]) => {
            if (sent.has(name) || isEnum(schema)) return [[name, schema]];
            return received.has(name) ? [[name, open(schema) as Schema]] : [];
          }),
        ),
      },
    },
  };
}

/** Returns the operations under /v1 with the bodies of their successful responses. */
function withoutErrors(paths: Document["paths"]): Document["paths"] {
  const versioned = Object.entries(paths).filter(([path]) => path.startsWith("/v1/"));
  return mapOperations(Object.fromEntries(versioned), (operation) => ({
    ...operation,
    responses: toSuccesses(operation.responses),
  }));
}

/** Event streams and their end (204) are left out: clients read streams with a hand-written reader. */
function toSuccesses(responses: Operation["responses"]): Operation["responses"] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const isStream = successes.some(([, { content }]) => content?.["text/event-stream"]);
  return Object.fromEntries(
    successes
      .filter(([status]) => !isStream || status !== "204")
      .map(([status, { description, content }]) => {
        const { "text/event-stream": _, ...media } = content ?? {};
        return [status, { description, ...(content === undefined ? {} : { content: media }) }];
      }),
  );
}

function mapOperations(
  paths: Document["paths"],
  change: (operation: Operation) => Operation,
): Document["paths"] {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [method, change(operation)]),
      ),
    ]),
  );
}

/** Names of all schemas to which a value refers, directly or through other schemas. */
function reachable(schemas: Document["components"]["schemas"], root: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const name = referenceOf(value);
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(root);
  return names;
}

/**
 * Accepts any other string in each enum of a schema. Schemas that callers send as well, such as a pipeline's
 * definition, are left closed: they come back as they were sent, and can be sent again.
 */
function openEnums(value: unknown, schemas: Document["components"]["schemas"]): unknown {
  if (Array.isArray(value)) return value.map((each) => openEnums(each, schemas));
  if (typeof value !== "object" || value === null) return value;
  const name = referenceOf(value);
  if (isEnum(value) || (name !== undefined && isEnum(schemas[name] ?? {}))) {
    return { anyOf: [value, { $ref: `${schemaPath}${otherValue}` }] };
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !(key === "additionalProperties" && each === false))
      .map(([key, each]) => [key, openEnums(each, schemas)]),
  );
}

/** Name of the component to which a schema refers. */
export function referenceOf(value: object): string | undefined {
  const reference = "$ref" in value ? value.$ref : undefined;
  return typeof reference === "string" && reference.startsWith(schemaPath)
    ? reference.slice(schemaPath.length)
    : undefined;
}

export function isEnum(schema: object): boolean {
  return "enum" in schema && Array.isArray(schema.enum);
}
