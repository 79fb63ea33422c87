import type { OperationId, RequestInput, ResponseOf } from "@gme/client";
import { queryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";

/** A resource with the ETag of the version that the page shows. */
export interface Tagged<Resource> {
  readonly value: Resource;
  readonly etag: string;
}

/** A read whose ETag a later change sends, so that it does not overwrite the change of another person. */
export function readTagged<Id extends OperationId>(operationId: Id, input: RequestInput<Id>) {
  return queryOptions({
    queryKey: [operationId, input, "tagged"] as const,
    queryFn: async ({ signal }): Promise<Tagged<ResponseOf<Id>>> => {
      const response = await (engine.send as UntypedSend)(operationId, input, { signal });
      return {
        value: (await response.json()) as ResponseOf<Id>,
        etag: response.headers.get("etag") ?? "*",
      };
    },
  });
}

type UntypedSend = (
  operationId: OperationId,
  input: unknown,
  options: { readonly signal: AbortSignal },
) => Promise<Response>;
