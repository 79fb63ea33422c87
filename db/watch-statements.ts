import type { PoolClient } from "pg";

/** Called with the end of each statement of a connection that is awaited as a promise, before its caller goes on. */
interface StatementWatcher {
  readonly onSuccess?: (text: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export function watchStatements(
  client: PoolClient,
  { onSuccess, onFailure }: StatementWatcher,
): void {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown;
  client.query = ((...values: unknown[]) => {
    const result = query(...values);
    if (result instanceof Promise) result.then(() => onSuccess?.(textOf(values[0])), onFailure);
    return result;
  }) as typeof client.query;
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  const isNamed = typeof statement === "object" && statement !== null && "text" in statement;
  return isNamed && typeof statement.text === "string" ? statement.text : "";
}
