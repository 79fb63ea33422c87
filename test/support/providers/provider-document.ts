import { readFileSync } from "node:fs";

import { createValidator } from "#test/support/openapi-validator.ts";

import { receivedForm, receivedJson } from "./received-body.ts";
import type { Received, SimulatorAnswer } from "./simulator.ts";

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, object>> }>
  >;
}

/** The parts of a provider's OpenAPI document that its adapter uses. */
interface OpenapiDocument {
  /** Source, copy and date of the document. */
  readonly "x-source": Readonly<Record<string, string>>;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

export interface ProviderDocument {
  /**
   * Problems of a request that the simulator accepted, and of the simulator's response, by the provider's
   * document. A field, a query parameter or an operation that the document does not name is a problem, too.
   */
  problems(request: Received, answer: SimulatorAnswer): Promise<string[]>;
}

const documents = new Map<string, ProviderDocument>();

/** Reads `test/fixtures/provider-schemas/<name>.json`. */
export function providerDocument(name: string): ProviderDocument {
  const known = documents.get(name);
  if (known !== undefined) return known;
  const file = new URL(`../../fixtures/provider-schemas/${name}.json`, import.meta.url);
  const document = toProviderDocument(JSON.parse(readFileSync(file, "utf8")) as OpenapiDocument);
  documents.set(name, document);
  return document;
}

function toProviderDocument(document: OpenapiDocument): ProviderDocument {
  const problemsOfJson = createValidator(document, { isClosed: true });
  const problemsOfForm = createValidator(document, { isClosed: true, isText: true });
  const problemsOfResponse = createValidator(document);
  const problemsOfQuery = createValidator(querySchemas(document), { isText: true });

  async function problemsOfBody(
    request: Received,
    { operation, place }: { operation: Operation; place: readonly string[] },
  ): Promise<string[]> {
    if (request.body.byteLength === 0) return [];
    const type = contentType(request.headers["content-type"]);
    const { content = {} } = operation.requestBody ?? {};
    const range = `${type.split("/")[0]}/*`;
    const documented = [type, range].find((each) => content[each] !== undefined);
    if (documented === undefined) return [`a body of the type "${type}" is not documented`];
    const schema = [...place, "requestBody", "content", documented, "schema"];
    if (type === "application/json") return problemsOfJson(schema, receivedJson(request));
    if (type !== "multipart/form-data") return [];
    return problemsOfForm(schema, toFields(await receivedForm(request)));
  }

  return {
    async problems(request, answer) {
      const found = findOperation(document, request);
      const { status = 200 } = answer;
      if (found === null) return status < 300 ? ["the operation is not documented"] : [];
      const { operation, place } = found;
      const problems =
        status < 300
          ? [
              ...problemsOfQuery(place, queryOf(request.url)).map((text) => `query${text}`),
              ...(await problemsOfBody(request, found)),
            ]
          : [];
      const documented = operation.responses[String(status)]?.content?.["application/json"];
      if (answer.json === undefined || documented === undefined) return problems;
      const schema = ["responses", String(status), "content", "application/json", "schema"];
      const ofResponse = problemsOfResponse([...place, ...schema], answer.json);
      return [...problems, ...ofResponse.map((text) => `response${text}`)];
    },
  };
}

function contentType(header = ""): string {
  return (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** The documented operation with the fewest variable segments. */
function findOperation(
  { servers, paths }: OpenapiDocument,
  { method, url }: Received,
): { readonly operation: Operation; readonly place: readonly string[] } | null {
  const base = new URL(servers[0]?.url ?? "/", "http://any").pathname.replace(/\/$/, "");
  const actual = url.pathname.split("/");
  const path = Object.keys(paths)
    .filter((each) => isPath(`${base}${each}`.split("/"), actual))
    .toSorted((one, other) => one.split("{").length - other.split("{").length)[0];
  const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
  if (path === undefined || operation === undefined) return null;
  return { operation, place: ["paths", path, method.toLowerCase()] };
}

function isPath(pattern: readonly string[], actual: readonly string[]): boolean {
  return (
    pattern.length === actual.length &&
    pattern.every((segment, index) => segment.startsWith("{") || segment === actual[index])
  );
}

/** One schema for the query of each operation, at the operation's place. */
function querySchemas({ paths, components }: OpenapiDocument): object {
  const schemas = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, { parameters = [] }]) => {
        const query = parameters.filter((parameter) => parameter.in === "query");
        return [
          method,
          {
            type: "object",
            properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
            required: query.filter(({ required }) => required === true).map(({ name }) => name),
            additionalProperties: false,
          },
        ];
      }),
    ),
  ]);
  return { paths: Object.fromEntries(schemas), components };
}

function queryOf({ searchParams }: URL): Record<string, unknown> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(names.map((name) => [name, oneOrAll(searchParams.getAll(name))]));
}

/** Fields of a form as values: a file is a text, and JSON objects and lists are parsed. */
function toFields(form: FormData): Record<string, unknown> {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => [
      name,
      oneOrAll(
        form.getAll(name).map((value) => (typeof value === "string" ? parsed(value) : "file")),
      ),
    ]),
  );
}

function parsed(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}

function oneOrAll(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : values;
}
