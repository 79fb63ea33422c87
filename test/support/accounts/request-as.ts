import { request, type IncomingHttpHeaders } from "node:http";

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/**
 * Sends a request with exactly these headers, also those that `fetch` sets itself, such as `Host`. The path is sent as
 * it is, and the body is not decoded.
 */
export async function requestAs(
  url: string,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Readonly<Record<string, string>>; body?: string } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const sent = request({ hostname, port, path, method, headers: { ...headers } }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.once("error", reject);
    response.once("end", () => {
      const bytes = Buffer.concat(chunks);
      const { statusCode = 0, headers } = response;
      resolve({ status: statusCode, headers, bytes, text: bytes.toString() });
    });
  });
  sent.once("error", reject);
  sent.end(body);
  return promise;
}
