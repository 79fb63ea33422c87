import type { z } from "zod";

import type { ProviderDefinition } from "#catalog/define-provider.ts";

import type { ProviderCall } from "./adapter.ts";
import type { ErrorDialect } from "./error-dialect.ts";
import {
  type ProviderResponse,
  type ProviderRequest,
  readJson,
  sendRequest,
  requestNothing,
} from "./http.ts";

type Method = Parameters<typeof sendRequest>[0];

/** Without the body, which may be large and would stay in memory together with the data parsed from it. */
type ResponseHead = Omit<ProviderResponse, "bytes">;

/** HTTP client of one provider, with its authentication header and its error format. */
export interface ProviderClient {
  /** Returns JSON validated by the schema, with the head of its response. */
  json<Schema extends z.ZodType>(
    method: Method,
    path: string | URL,
    request: ProviderRequest & { readonly schema: Schema },
  ): Promise<{ readonly data: z.output<Schema>; readonly answer: ResponseHead }>;
  answer(method: Method, path: string | URL, request: ProviderRequest): Promise<ProviderResponse>;
  nothing(method: Method, path: string | URL, request: ProviderRequest): Promise<void>;
}

export function createClient(
  { auth, requestIdHeader }: Pick<ProviderDefinition, "auth" | "requestIdHeader">,
  dialect: ErrorDialect,
): ProviderClient {
  const complete = <Request extends ProviderRequest>(request: Request): Request => ({
    dialect,
    ...(requestIdHeader === undefined ? {} : { requestIdHeader }),
    ...request,
    headers: { ...authHeaders(auth, request.call), ...request.call.headers, ...request.headers },
  });
  return {
    async json(method, path, request) {
      const whole = complete(request);
      const answer = await sendRequest(method, path, whole);
      const data = await readJson(answer, whole);
      const { bytes: _, ...head } = answer;
      return { data, answer: head };
    },
    async answer(method, path, request) {
      return sendRequest(method, path, complete(request));
    },
    async nothing(method, path, request) {
      await requestNothing(method, path, complete(request));
    },
  };
}

function authHeaders(
  auth: ProviderDefinition["auth"],
  { credential }: ProviderCall,
): Record<string, string> {
  if (auth === null) return {};
  return { ...auth.headers, [auth.header]: auth.format.replace("{key}", () => credential) };
}
