import { ApiError, type OperationId, type RequestInput, type ResponseOf } from "@gme/client";
import { QueryClient, queryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";

const staleMs = 15_000;
const retriesMax = 1;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      // The client has already repeated what may pass.
      retry: (failures, error) => failures < retriesMax && !(error instanceof ApiError),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** A read of the API. The key is the operation and its input, so equal reads share one response. */
export function read<Id extends OperationId>(operationId: Id, input: RequestInput<Id>) {
  return queryOptions({
    queryKey: [operationId, input] as const,
    queryFn: async ({ signal }): Promise<ResponseOf<Id>> =>
      (engine.request as UntypedRequest<ResponseOf<Id>>)(operationId, input, { signal }),
  });
}

type UntypedRequest<Response> = (
  operationId: OperationId,
  input: unknown,
  options: { readonly signal: AbortSignal },
) => Promise<Response>;
