import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";
import { z } from "zod";

import { AppError } from "#domain/errors.ts";

import type { ProviderCall } from "./adapter.ts";
import type { ErrorDialect } from "./error-dialect.ts";
import { isOwnAddress, ownAddress, requestJson, requestNothing } from "./http.ts";
import { withResponseMemory } from "./response-memory.ts";

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
  [425, {}, "provider_overloaded"],
  [408, {}, "provider_outcome_unknown"],
  [503, { "retry-after": "7" }, "provider_overloaded"],
  [503, {}, "provider_outcome_unknown"],
  [500, {}, "provider_outcome_unknown"],
])("a paid request with response %i %o is %s", async (status, headers, code) => {
  const call = await listen((_request, response) => response.writeHead(status, headers).end("{}"));

  await expect(paidRequest(call)).rejects.toMatchObject({ code });
});

test.each([
  [404, "provider_result_expired"],
  [410, "provider_result_expired"],
  [408, "provider_overloaded"],
  [500, "provider_overloaded"],
  [503, "provider_overloaded"],
])("a free request with response %i is %s, so that it is retried", async (status, code) => {
  const call = await listen((_request, response) => response.writeHead(status).end("{}"));

  await expect(freeRequest(call)).rejects.toMatchObject({ code });
});

test("reads the retry delay from the response", async () => {
  const call = await listen((_request, response) =>
    response.writeHead(429, { "retry-after": "7" }).end(),
  );

  await expect(paidRequest(call)).rejects.toMatchObject({ details: { retryAfterSeconds: 7 } });
});

test("a refused connection has certainly sent nothing", async () => {
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

test("a paid request without a response in time leaves the outcome unknown", async () => {
  const { baseUrl } = await listen(() => undefined);

  await expect(paidRequest(callTo(baseUrl, AbortSignal.timeout(100)))).rejects.toMatchObject({
    code: "provider_outcome_unknown",
  });
});

test.each([
  ["not json", "provider_unreachable"],
  ['{"id": 5}', "provider_response_invalid"],
])(
  "a response of %s leaves the outcome of a paid request unknown; a free request gets %s",
  async (body, code) => {
    const call = await listen((_request, response) => response.end(body));

    await expect(paidRequest(call)).rejects.toMatchObject({ code: "provider_outcome_unknown" });
    await expect(freeRequest(call)).rejects.toMatchObject({ code });
  },
);

test("does not follow a redirect, which could send the key to another host", async () => {
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

test("follows one redirect of a free request to the provider's own host, with the key", async () => {
  const asked: string[] = [];
  const call = await listen(({ url = "", headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    const location = {
      "/things/1": "/files/1",
      "/things/2": "/things/3",
      "/things/3": "/things/4",
    };
    const target = location[url as keyof typeof location];
    if (target === undefined) response.end('{"id":"1"}');
    else response.writeHead(302, { location: target }).end();
  });
  const follow = async (path: string, paid = false) =>
    requestJson(paid ? "POST" : "GET", path, {
      call,
      paid,
      schema,
      headers: { authorization: "Key k" },
      redirectHosts: ["provider.example"],
    });

  expect(await follow("/things/1")).toEqual({ id: "1" });
  await expect(follow("/things/2")).rejects.toMatchObject({ code: "provider_unreachable" });
  await expect(follow("/things/1", true)).rejects.toMatchObject({ code: "provider_unreachable" });

  const paths = ["/things/1", "/files/1", "/things/2", "/things/3", "/things/1"];
  expect(asked).toEqual(paths.map((path) => `${path} Key k`));
});

test("does not follow a redirect to a host that is not the provider's", async () => {
  let strays = 0;
  const stranger = await listen((_request, response) => {
    strays += 1;
    response.end('{"id":"1"}');
  });
  const location = `${stranger.baseUrl}/files/1`;
  const call = await listen((_request, response) => response.writeHead(302, { location }).end());

  const attempt = requestJson("GET", "/things/1", {
    call,
    paid: false,
    schema,
    redirectHosts: ["provider.example"],
  });

  await expect(attempt).rejects.toMatchObject({ code: "provider_unreachable" });
  expect(strays).toBe(0);
});

test("a connection that breaks while the body is being sent leaves the request unsent", async () => {
  const call = await listen((request) => {
    request.once("data", () => request.socket.destroy());
  });
  // Larger than the socket buffers of both sides.
  const stream = { contentType: "video/mp4", bytes: 64_000_000, open: () => chunks(640, 100_000) };

  const attempt = requestNothing("POST", "/things", { call, paid: true, stream });

  await expect(attempt).rejects.toMatchObject({ code: "provider_unreachable" });
});

test("a body that cannot be read is not reported as the provider's failure", async () => {
  const call = await listen((request) => request.resume());
  const failure = new AppError("unavailable");
  const stream = {
    contentType: "video/mp4",
    bytes: 1_000,
    async *open() {
      yield new Uint8Array(100);
      throw failure;
    },
  };

  const attempt = requestNothing("POST", "/things", { call, paid: true, stream });

  await expect(attempt).rejects.toBe(failure);
});

async function* chunks(count: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield new Uint8Array(bytes);
}

test("a truncated response leaves the outcome unknown", async () => {
  const call = await listen((_request, response) => {
    response.writeHead(200, { "content-length": 100 }).write('{"id":');
    response.socket?.end();
  });

  await expect(paidRequest(call)).rejects.toMatchObject({ code: "provider_outcome_unknown" });
  await expect(freeRequest(call)).rejects.toMatchObject({ code: "provider_unreachable" });
});

test("stops reading a response beyond the limit", async () => {
  const call = await listen((_request, response) => response.end("x".repeat(2_000)));
  const limits = { call, responseBytesMax: 1_000 };

  const paid = requestNothing("POST", "/things", { ...limits, paid: true });
  const free = requestNothing("GET", "/things", { ...limits, paid: false });

  await expect(paid).rejects.toMatchObject({
    code: "provider_outcome_unknown",
    details: { isLost: true },
  });
  await expect(free).rejects.toMatchObject({
    code: "provider_response_invalid",
    details: { reason: "the answer is too large" },
  });
});

test("a refusal beyond the limit is still a refusal", async () => {
  const call = await listen((_request, response) => response.writeHead(422).end("x".repeat(2_000)));

  const paid = requestNothing("POST", "/things", { call, paid: true, responseBytesMax: 1_000 });

  await expect(paid).rejects.toMatchObject({ code: "provider_rejected" });
});

test.each([true, false])(
  "reads a large response completely (length announced: %s)",
  async (isAnnounced) => {
    const file = Buffer.alloc(6_000_000, "abcdefg").toString("base64");
    const body = JSON.stringify({ id: file });
    const call = await listen((_request, response) => {
      if (isAnnounced) response.setHeader("content-length", body.length);
      response.write(body.slice(0, 1_000));
      response.end(body.slice(1_000));
    });

    const { id } = await withResponseMemory(async () => paidRequest(call));

    expect(id === file).toBe(true);
  },
);

test("accepts a response that arrives before the whole body is sent", async () => {
  const call = await listen((_request, response) => response.writeHead(413).end("{}"));
  const stream = { contentType: "video/mp4", bytes: 3_000_000, open: () => chunks(30, 100_000) };

  const attempt = requestNothing("POST", "/things", { call, paid: true, stream });

  await expect(attempt).rejects.toSatisfy((error: { code: string }) =>
    ["input_too_large", "provider_unreachable"].includes(error.code),
  );
});

test("a free request has a separate timeout", async () => {
  const call = await listen(() => undefined);

  const attempt = requestNothing("GET", "/things", { call, paid: false, timeoutMs: 100 });

  await expect(attempt).rejects.toMatchObject({ code: "provider_unreachable" });
});

test("an attempt past its deadline sends nothing", async () => {
  let requests = 0;
  const call = await listen((_request, response) => {
    requests += 1;
    response.end("{}");
  });

  const attempt = paidRequest({ ...call, sendBefore: Date.now() - 1 });

  await expect(attempt).rejects.toMatchObject({ code: "provider_unreachable" });
  expect(requests).toBe(0);
});

test("a form carries texts and streamed files with their lengths", async () => {
  const received = Promise.withResolvers<{ length: string | undefined; form: FormData }>();
  const call = await listen((request, response) => {
    const length = request.headers["content-length"];
    received.resolve(readForm(request).then((form) => ({ length, form })));
    request.on("end", () => response.end('{"id": "1"}'));
  });
  const file = { contentType: "image/png", bytes: 6, open: () => chunks(3, 2) };

  await requestJson("POST", "/things", {
    call,
    paid: true,
    schema,
    form: [
      { name: "prompt", value: 'a "red" fox\r\nin snöw' },
      { name: "image[]", fileName: 'a"b.png', file },
    ],
  });

  const { length, form } = await received.promise;
  expect(Number(length)).toBeGreaterThan(0);
  expect(form.get("prompt")).toBe('a "red" fox\r\nin snöw');
  const image = form.get("image[]") as File;
  expect([image.type, image.size]).toEqual(["image/png", 6]);
});

async function readForm(request: IncomingMessage): Promise<FormData> {
  const body = new Uint8Array(await buffer(request));
  const type = request.headers["content-type"] ?? "";
  return new Response(body, { headers: { "content-type": type } }).formData();
}

const dialect: ErrorDialect = {
  read: (body) => {
    const { code, message } = body as { code?: string; message?: string };
    return { words: code === undefined ? [] : [code], reason: message };
  },
  rules: [
    { status: 429, words: ["quota_exceeded"], code: "provider_balance_empty" },
    { words: ["blocked", /safety/i], code: "content_refused" },
  ],
};

test.each([
  [429, { code: "quota_exceeded" }, "provider_balance_empty"],
  [429, { code: "slow_down" }, "provider_rate_limited"],
  [400, { code: "BLOCKED" }, "content_refused"],
  [400, { code: "x", message: "our Safety system" }, "content_refused"],
  [200, { code: "blocked" }, "content_refused"],
  [400, "no object", "provider_rejected"],
])("%i with %o is %s by the rules of the dialect", async (status, body, code) => {
  const call = await listen((_request, response) =>
    response.writeHead(status).end(JSON.stringify(body)),
  );

  const attempt = requestJson("POST", "/things", { call, paid: true, schema, dialect });

  await expect(attempt).rejects.toMatchObject({ code });
});

test("an error has the reason, the status and the provider's request id", async () => {
  const call = await listen((_request, response) =>
    response
      .writeHead(400, { "x-request-id": "req_1" })
      .end(JSON.stringify({ code: "x", message: "width is too large" })),
  );

  const attempt = requestJson("POST", "/things", { call, paid: true, schema, dialect });

  await expect(attempt).rejects.toMatchObject({
    details: { status: 400, reason: "width is too large", requestId: "req_1" },
  });
});

test("redacts keys, query strings and data in a provider's message", async () => {
  const message =
    "secret-key and Bearer abcdefghijkl at https://x.test/a?sig=abc with data:image/png;base64,AAAA";
  const call = await listen((request, response) =>
    response.writeHead(request.url === "/own" ? 401 : 400).end(JSON.stringify({ message })),
  );

  const refused = requestJson("POST", "/things", { call, paid: true, schema, dialect });
  const own = requestJson("POST", "/own", { call, paid: true, schema, dialect });

  await expect(refused).rejects.toMatchObject({
    details: { reason: "[key] and Bearer [key] at https://x.test/a?[…] with data:[…]" },
  });
  await expect(own).rejects.toSatisfy(({ details }: { details: object }) => !("reason" in details));
});

test.each([
  [{}, 33],
  [{ "retry-after": "7" }, 7],
])("reads the retry delay from the body when it is not in %o", async (headers, seconds) => {
  const call = await listen((_request, response) => response.writeHead(429, headers).end("{}"));
  const said: ErrorDialect = { read: () => ({ words: [], retryAfterSeconds: 33 }), rules: [] };

  const attempt = requestJson("POST", "/things", { call, paid: true, schema, dialect: said });

  await expect(attempt).rejects.toMatchObject({ details: { retryAfterSeconds: seconds } });
});

test("reads a retry delay that is a date", async () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  const call = await listen((_request, response) =>
    response.writeHead(429, { "retry-after": date }).end(),
  );

  await expect(paidRequest(call)).rejects.toSatisfy(
    ({ details }: { details: { retryAfterSeconds: number } }) =>
      details.retryAfterSeconds > 50 && details.retryAfterSeconds <= 60,
  );
});

test.each([
  ["https://api.eu.example.com/v1/get?id=1", true],
  ["https://example.com/v1/get", true],
  ["http://127.0.0.1:8080/v1/get", true],
  ["http://api.eu.example.com/v1/get", false],
  ["https://api.eu.example.com:8443/v1/get", false],
  ["https://badexample.com/v1/get", false],
  ["https://example.com.evil.test/v1/get", false],
  ["https://user@example.com/v1/get", false],
  ["http://127.0.0.1:9090/v1/get", false],
  ["nonsense", false],
])("%s receives the platform's key: %s", (address, isOurs) => {
  const places = { call: callTo("http://127.0.0.1:8080"), hosts: ["example.com"] };
  const check = () => ownAddress(address, places).href;

  expect(isOwnAddress(address, places)).toBe(isOurs);
  if (isOurs) expect(check()).toBe(address);
  else expect(check).toThrow(expect.objectContaining({ code: "provider_response_invalid" }));
});

test("the key appears in no error", async () => {
  const call = await listen((_request, response) => response.writeHead(500).end("secret-key"));

  const error: unknown = await paidRequest(call).catch((failure: unknown) => failure);

  expect(JSON.stringify(error)).not.toContain("secret-key");
  expect(String(error)).not.toContain("secret-key");
});
