import type { Engine, RequestOptions } from "./engine.ts";
import type { Operations } from "./generated/operations.ts";
import type { OperationId, RequestInput } from "./operation-types.ts";

/** Operations that return a list in pages. */
export type PagedOperation = {
  [Id in OperationId]: Operations[Id]["response"] extends { nextCursor: string | null }
    ? Id
    : never;
}[OperationId];

export type ItemOf<Id extends PagedOperation> = Operations[Id]["response"] extends {
  data: (infer Item)[];
}
  ? Item
  : never;

interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** Yields every item of a list and fetches each page when it is needed. */
export async function* listAll<Id extends PagedOperation>(
  engine: Engine,
  operationId: Id,
  input: RequestInput<Id>,
  options: RequestOptions = {},
): AsyncGenerator<ItemOf<Id>, void, undefined> {
  const { path, query } = input as { path?: object; query?: object };
  let cursor: string | undefined;
  do {
    const next = { path, query: { ...query, cursor } };
    const page = (await engine.request(
      operationId,
      ...([next, options] as never),
    )) as unknown as Page<ItemOf<Id>>;
    yield* page.data;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
