import type { OperationId, RequestInput, ResponseOf } from "@gme/client";
import { infiniteQueryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";
import { type ListPage, pageWindow } from "./page-window.ts";

type ListId = {
  [Id in OperationId]: ResponseOf<Id> extends ListPage<unknown> ? Id : never;
}[OperationId];

type ItemOf<Id extends ListId> = ResponseOf<Id> extends ListPage<infer Item> ? Item : never;

const pageSize = 50;

/** A list page by page. The key is the operation and its input, like that of `read`. */
export function readPages<Id extends ListId>(operationId: Id, input: RequestInput<Id>) {
  const { query, ...rest } = input as { readonly query?: object };
  return infiniteQueryOptions({
    queryKey: [operationId, input, "pages"] as const,
    queryFn: async ({ signal, pageParam }): Promise<ListPage<ItemOf<Id>>> =>
      (engine.request as UntypedList<ItemOf<Id>>)(
        operationId,
        {
          ...rest,
          query: {
            limit: pageSize,
            ...query,
            ...(pageParam.cursor === null ? {} : { cursor: pageParam.cursor }),
          },
        },
        { signal },
      ),
    ...pageWindow(),
  });
}

type UntypedList<Item> = (
  operationId: OperationId,
  input: unknown,
  options: { readonly signal: AbortSignal },
) => Promise<ListPage<Item>>;
