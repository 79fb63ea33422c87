import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { toolOf, translateCall } from "./fixture-calls.ts";

/** The suite cannot send a credential and calls tools of its own, so a proxy adds the key and translates the calls. */
export async function startProxy(
  target: URL,
  key: string,
): Promise<{ url: string; close: () => void }> {
  const forward = createServer((incoming, outgoing) => {
    relay(incoming, outgoing, { target, key }).catch(() => outgoing.destroy());
  }).listen(0, "127.0.0.1");
  await once(forward, "listening");
  const { port } = forward.address() as AddressInfo;
  return { url: `http://localhost:${port}/mcp`, close: () => forward.close() };
}

async function relay(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, key }: { readonly target: URL; readonly key: string },
): Promise<void> {
  const { method = "GET" } = incoming;
  const { body, fixture } = translateCall(await text(incoming));
  const { "content-length": _length, "transfer-encoding": _encoding, ...others } = incoming.headers;
  const headers: IncomingHttpHeaders = { ...others, authorization: `Bearer ${key}` };
  // A header that names another tool than the body stays wrong.
  if (fixture !== undefined && headers["mcp-name"] === fixture) headers["mcp-name"] = toolOf(body);
  const forwarded = sendRequest(target, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  forwarded.on("error", () => outgoing.destroy());
  outgoing.on("close", () => forwarded.destroy());
  forwarded.end(body);
}
