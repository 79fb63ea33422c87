import { expect } from "vitest";

import { createOpenapiDocument } from "#api/http/openapi.ts";
import type { Route } from "#api/http/route.ts";
import { appRoutes, billingRoutes, routes } from "#api/routes/index.ts";

import { createValidator } from "./openapi-validator.ts";

interface DocumentedResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}
interface DocumentedOperation {
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly parameters?: readonly { name: string; in: string; schema: object }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
}

/** The published document, as JSON: types that exist only in TypeScript do not count. */
export const openapi = JSON.parse(
  JSON.stringify(
    createOpenapiDocument([...routes, ...appRoutes, ...billingRoutes], {
      publicUrl: "http://engine.test",
    }),
  ),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** Validation errors of a value against the schema at a path in the document; empty when it is valid. */
const problemsBySchema = createValidator(openapi);

export function operationOf(route: Route): DocumentedOperation {
  const operation = openapi.paths[route.path]?.[route.method];
  if (operation === undefined) throw new Error(`${route.operationId} is not documented`);
  return operation;
}

/** Validation errors of a webhook message against the webhook of its type; empty when it is valid. */
export function problemsOfWebhook(type: string, body: unknown): string[] {
  const content = ["requestBody", "content", "application/json", "schema"];
  return problemsBySchema(["webhooks", type, "post", ...content], body);
}

/** Checks the headers that every response of the API has. */
export function expectCommonHeaders(response: Response): void {
  const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
  for (const name of names) expect(response.headers.get(name)).toMatch(/^\d+$/);
  expect(response.headers.get("X-Request-Id")).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  const reset = Number(response.headers.get("X-RateLimit-Reset"));
  expect(reset).toBeGreaterThan(Date.now() / 1_000 - 5);
  expect(reset).toBeLessThanOrEqual(Date.now() / 1_000 + 3_600);
}

/**
 * Checks that the document declares the response's status, headers, body and, for a problem, its code.
 * Returns the parsed body.
 */
export async function expectDocumented(route: Route, response: Response): Promise<unknown> {
  expectCommonHeaders(response);
  const status = String(response.status);
  const documented = operationOf(route).responses[status];
  const text = await response.text();
  if (documented === undefined) {
    throw new Error(`${route.operationId} answered ${status}: ${text.slice(0, 400)}`);
  }
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  if (text === "" || documented.content?.[type]?.schema === undefined) {
    if (response.status >= 400) expect(type).toBe("application/problem+json");
    return text;
  }
  const body: unknown = JSON.parse(text);
  const place = ["paths", route.path, route.method, "responses", status, "content", type, "schema"];
  expect({ body, problems: problemsBySchema(place, body) }).toEqual({ body, problems: [] });
  if (response.status >= 400) {
    const { code } = body as { code: string };
    const examples = Object.keys(
      (documented.content[type] as { examples?: object }).examples ?? {},
    );
    expect(examples).toContain(code);
  }
  return body;
}
