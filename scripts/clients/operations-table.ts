import type { Document, Operation } from "./client-view.ts";

/**
 * Writes the module that lists every operation: method, path, and flags. Its types come from the generated types of the same document.
 */
export function writeOperations(document: Document): string {
  const operations = toEntries(document);
  return `${[
    "// Written by scripts/write-clients.ts from docs/openapi.json. Do not edit.",
    'import type { WithForm } from "../operation-types.ts";',
    'import type * as types from "./types.ts";',
    "",
    "/** Method and path; `once`: takes an Idempotency-Key; `raw`: the response is not JSON; `redirect`: it is a redirect; `public`: takes no credential. */",
    "export const operations: Readonly<Record<keyof Operations, string>> = {",
    ...operations.map(({ id, line }) => `  ${id}: ${JSON.stringify(line)},`),
    "};",
    "",
    "/** Request and response of each operation. */",
    "export interface Operations {",
    ...operations.map(
      ({ id, data, response }) => `  ${id}: { data: ${data}; response: ${response} };`,
    ),
    "}",
  ].join("\n")}\n`;
}

/** Returns the line of each operation in the table: method, path and flags, with the names of its types. */
export function toEntries(document: Document): Entry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => toEntry(method, path, operation)),
  );
}

interface Entry {
  readonly id: string;
  readonly line: string;
  readonly data: string;
  readonly response: string;
}

function toEntry(method: string, path: string, operation: Operation): Entry {
  const { operationId, parameters = [], requestBody, responses, security } = operation;
  const name = `types.${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  const isOnce = parameters.some((parameter) => parameter.name === "Idempotency-Key");
  const isRaw = !Object.entries(responses).every(
    ([status, { content = {} }]) => status === "204" || "application/json" in content,
  );
  const isRedirect = Object.keys(responses).length === 0;
  const takesForm = "multipart/form-data" in (requestBody?.content ?? {});
  return {
    id: operationId,
    line: [
      method.toUpperCase(),
      path,
      ...(isOnce ? ["once"] : []),
      ...(isRedirect ? ["redirect"] : isRaw ? ["raw"] : []),
      ...(security?.length === 0 ? ["public"] : []),
    ].join(" "),
    data: takesForm ? `WithForm<${name}Data>` : `${name}Data`,
    response: isRaw || isRedirect ? "Response" : `${name}Responses[keyof ${name}Responses]`,
  };
}
