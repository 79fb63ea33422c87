import { listNameIssues } from "#api/accept/decide-request.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { reportInput, toIssues } from "#api/http/issues.ts";
import type { Route, RouteInput } from "#api/http/route.ts";
import { checkPermission } from "#api/middleware/permission.ts";
import { AppError, type Issue } from "#domain/errors.ts";

type Input = RouteInput<unknown, unknown, unknown>;

/** Parts of a request that a tool passes to an endpoint. */
export interface RouteCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotency?: Input["idempotency"];
}

/**
 * Runs an endpoint of the API in this process, with its permission, its validation and a separate entity
 * manager. Throws the errors that the endpoint would respond with.
 */
export async function callRoute(
  route: Route,
  { params = {}, query = {}, body, idempotency = null }: RouteCall,
  input: Input,
  dependencies: RequestDependencies,
): Promise<unknown> {
  const { access } = route;
  if (typeof access !== "object" || access.session === true) {
    throw new Error(`expected an endpoint with a permission instead of ${route.path}`);
  }
  checkPermission(input.caller, access.permission);
  const issues: Issue[] = [];
  const given = {
    params: parse(route.params, params, "path", issues),
    query: parse(route.query, query, "query", issues),
    body: route.body === null ? undefined : parse(route.body, body, "body", issues),
  };
  if (issues.length > 0) {
    const names = route.namesModel === true ? await listNameIssues(body, dependencies) : [];
    throw new AppError("request_invalid", { issues: [...issues, ...names] });
  }
  return route.handle(
    { ...input, ...given, idempotency, ifMatch: null, upload: null, waitSeconds: null },
    { ...dependencies, em: dependencies.orm.em.fork() },
  );
}

function parse(
  schema: NonNullable<Route["body"]>,
  given: unknown,
  place: "path" | "query" | "body",
  issues: Issue[],
): unknown {
  const result = schema.safeParse(given, reportInput);
  if (result.success) return result.data;
  issues.push(...toIssues(result.error, { schema, place }));
  return undefined;
}
