import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, expect, test } from "vitest";
import { z } from "zod";

import type { ProviderCall } from "./adapter.ts";
import { requestJson } from "./http.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<ProviderCall> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return callTo(`http://127.0.0.1:${port}`);
}

function callTo(baseUrl: string, signal = AbortSignal.timeout(5_000)): ProviderCall {
  return { baseUrl, credential: "secret-key", idempotencyKey: "key", signal };
}

const schema = z.object({ id: z.string() });
const paidRequest = async (call: ProviderCall) =>
  requestJson("POST", "/things", { call, paid: true, body: {}, schema });
const freeRequest = async (call: ProviderCall) =>
  requestJson("GET", "/things/1", { call, paid: false, schema });

test.each([
  [429, {}, "provider_rate_limited"],
  [401, {}, "provider_credential_invalid"],
  [403, {}, "provider_credential_invalid"],
  [402, {}, "provider_balance_empty"],
  [404, {}, "provider_rejected"],
  [422, {}, "provider_rejected"],
  [503, { "retry-after": "7" }, "provider_overloaded"],
  [503, {}, "provider_outcome_unknown"],
  [500, {}, "provider_outcome_unknown"],
])("a paid request answered with %i %o is %s", async (status, headers, code) => {
  const call = await listen((_request, response) => response.writeHead(status, headers).end("{}"));

  await expect(paidRequest(call)).rejects.toMatchObject({ code });
});

test.each([
  [404, "provider_result_expired"],
  [410, "provider_result_expired"],
  [500, "provider_overloaded"],
  [503, "provider_overloaded"],
])("a free request answered with %i is %s, so that it is asked again", async (status, code) => {
  const call = await listen((_request, response) => response.writeHead(status).end("{}"));

  await expect(freeRequest(call)).rejects.toMatchObject({ code });
});

test("how long to wait is taken from the answer", async () => {
  const call = await listen((_request, response) =>
    response.writeHead(429, { "retry-after": "7" }).end(),
  );

  await expect(paidRequest(call)).rejects.toMatchObject({ details: { retryAfterSeconds: 7 } });
});

test("a connection that is refused has certainly sent nothing", async () => {
  const call = await listen(() => undefined);
  servers[0]?.close();
  await new Promise((resolve) => servers[0]?.once("close", resolve));

  await expect(paidRequest(call)).rejects.toMatchObject({ code: "provider_unreachable" });
});

test("a connection that breaks after the request was sent leaves the outcome unknown", async () => {
  const call = await listen((request) => request.socket.destroy());

  await expect(paidRequest(call)).rejects.toMatchObject({ code: "provider_outcome_unknown" });
  await expect(freeRequest(call)).rejects.toMatchObject({ code: "provider_unreachable" });
});

test("a paid request that is not answered in time leaves the outcome unknown", async () => {
  const { baseUrl } = await listen(() => undefined);

  await expect(paidRequest(callTo(baseUrl, AbortSignal.timeout(100)))).rejects.toMatchObject({
    code: "provider_outcome_unknown",
  });
});

test.each(["not json", '{"id": 5}'])(
  "an answer of %s to a paid request leaves the outcome unknown",
  async (body) => {
    const call = await listen((_request, response) => response.end(body));

    await expect(paidRequest(call)).rejects.toMatchObject({ code: "provider_outcome_unknown" });
    await expect(freeRequest(call)).rejects.toMatchObject({ code: "provider_response_invalid" });
  },
);

test("a redirect is not followed, because it could carry the key elsewhere", async () => {
  let followed = false;
  const elsewhere = await listen((_request, response) => {
    followed = true;
    response.end('{"id": "x"}');
  });
  const call = await listen((_request, response) =>
    response.writeHead(307, { location: elsewhere.baseUrl }).end(),
  );

  await expect(freeRequest(call)).rejects.toMatchObject({ code: "provider_unreachable" });
  expect(followed).toBe(false);
});

test("the key is in no error", async () => {
  const call = await listen((_request, response) => response.writeHead(500).end("secret-key"));

  const error: unknown = await paidRequest(call).catch((failure: unknown) => failure);

  expect(JSON.stringify(error)).not.toContain("secret-key");
  expect(String(error)).not.toContain("secret-key");
});
