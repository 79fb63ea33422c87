import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { AppError } from "#domain/errors.ts";

import { postUntrusted, type Post } from "./post-untrusted.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port = 0;
let received: { method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let answer: Handler;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const { method = "", headers } = request;
      received.push({ method, headers, body: Buffer.concat(chunks).toString("utf8") });
      answer(request, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  ({ port } = server.address() as AddressInfo);
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  received = [];
  answer = (_, response) => void response.writeHead(204).end();
});

const post = (address: string, options: Partial<Post> = {}) =>
  postUntrusted(address, {
    headers: { "content-type": "application/json", "webhook-id": "msg_1" },
    body: '{"a":"ü"}',
    timeoutMs: 10_000,
    allowPrivate: true,
    requester: "org_test",
    signal: new AbortController().signal,
    ...options,
  });

const here = (path = "/"): string => `http://127.0.0.1:${port}${path}`;

test("the body arrives byte by byte, with its headers and its length", async () => {
  const outcome = await post(here("/hook?a=1"));

  expect(outcome).toMatchObject({ status: 204, error: null, responseBody: "", retryAfterMs: null });
  expect(received).toMatchObject([
    {
      method: "POST",
      body: '{"a":"ü"}',
      headers: {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "content-length": "10",
      },
    },
  ]);
});

describe("a URL in a private or special network is an outcome, and nothing is sent", () => {
  test.each([
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f000001",
    "127.1",
    "0.0.0.0",
    "10.1.2.3",
    "169.254.169.254",
    "100.64.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "[fd00::1]",
    "[fe80::1]",
  ])("%s", async (host) => {
    const outcome = await post(`http://${host}:${port}/`, { allowPrivate: false });

    expect(outcome).toMatchObject({ status: null, error: "address_refused" });
    expect(received).toEqual([]);
  });

  test.each(["file:///etc/passwd", "gopher://127.0.0.1/", "http://a:b@example.org/", "no address"])(
    "%s",
    async (address) => {
      expect(await post(address)).toMatchObject({ status: null, error: "address_refused" });
    },
  );
});

describe("a name whose IP address changes (DNS rebinding)", () => {
  test("is resolved once, and the connection uses the checked IP address", async () => {
    // Public for the first query, this host for every other.
    const answers: string[][] = [["203.1.113.1"]];
    let questions = 0;
    const resolve = async (): Promise<string[]> => {
      questions += 1;
      return answers.shift() ?? ["127.0.0.1"];
    };

    const outcome = await post(`http://rebinding.example:${port}/`, {
      allowPrivate: false,
      timeoutMs: 500,
      resolve,
    });

    expect(outcome.status).toBeNull();
    expect(["timed_out", "unreachable"]).toContain(outcome.error);
    expect(questions).toBe(1);
    expect(received).toEqual([]);
  });

  test("is refused at the next attempt, after it has become private", async () => {
    const resolve = async (): Promise<string[]> => ["127.0.0.1"];

    expect(
      await post(`http://rebinding.example:${port}/`, { allowPrivate: false, resolve }),
    ).toMatchObject({ error: "address_refused" });
    expect(received).toEqual([]);
  });

  test("is refused when one of its IP addresses is private", async () => {
    const resolve = async (): Promise<string[]> => ["203.1.113.1", "::ffff:10.0.0.1"];

    expect(
      await post(`http://rebinding.example:${port}/`, { allowPrivate: false, resolve }),
    ).toMatchObject({ error: "address_refused" });
  });

  test("times out when its name server never responds", async () => {
    const resolve = async (): Promise<string[]> => new Promise(() => undefined);

    expect(
      await post("http://silent.example/", { allowPrivate: false, timeoutMs: 200, resolve }),
    ).toMatchObject({ status: null, error: "timed_out" });
  });
});

test.each([301, 302, 303, 307, 308])("a redirect (%d) is not followed", async (status) => {
  answer = (_, response) => void response.writeHead(status, { location: here("/elsewhere") }).end();

  expect(await post(here())).toMatchObject({ status, error: "redirected" });
  expect(received).toHaveLength(1);
});

test.each([
  [200, null],
  [202, null],
  [299, null],
  [400, "refused"],
  [404, "refused"],
  [410, "gone"],
  [429, "refused"],
  [500, "refused"],
])("status %d is %s", async (status, error) => {
  answer = (_, response) => void response.writeHead(status).end("said");

  expect(await post(here())).toMatchObject({ status, error, responseBody: "said" });
});

test.each([
  [429, "120", 120_000],
  [503, "0", 0],
  [500, "120", null],
  [429, "soon", null],
])("status %d with Retry-After %s requests a delay of %s ms", async (status, value, expected) => {
  answer = (_, response) => void response.writeHead(status, { "retry-after": value }).end();

  expect(await post(here())).toMatchObject({ retryAfterMs: expected });
});

test("a Retry-After date is converted to the time until then", async () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  answer = (_, response) => void response.writeHead(503, { "retry-after": date }).end();

  const { retryAfterMs } = await post(here());

  expect(retryAfterMs).toBeGreaterThan(50_000);
  expect(retryAfterMs).toBeLessThanOrEqual(60_000);
});

test("the first 2 KiB of a response are stored, as text that PostgreSQL accepts", async () => {
  answer = (_, response) => void response.writeHead(200).end(`\0\u{1F98A}${"x".repeat(1_000_000)}`);

  const { error, responseBody } = await post(here());

  expect(error).toBeNull();
  expect(responseBody?.startsWith("\uFFFD\u{1F98A}xxx")).toBe(true);
  expect(Buffer.byteLength(responseBody ?? "")).toBeLessThanOrEqual(2_050);
});

test("a response whose body never ends counts by its status", async () => {
  answer = (_, response) => void response.writeHead(200).write("so far");

  expect(await post(here())).toMatchObject({ status: 200, error: null, responseBody: "so far" });
});

test("a receiver that never responds has timed out", async () => {
  answer = () => undefined;

  const outcome = await post(here(), { timeoutMs: 300 });

  expect(outcome).toMatchObject({ status: null, error: "timed_out" });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(250);
});

test("a port without a listener and a broken connection are unreachable", async () => {
  answer = (request) => void request.socket.destroy();

  expect(await post("http://127.0.0.1:1/")).toMatchObject({ error: "unreachable" });
  expect(await post(here())).toMatchObject({ error: "unreachable" });
});

test("a receiver that does not speak HTTP is unreachable", async () => {
  const tcp = createTcpServer((socket) => socket.resume().end("hello\r\n"));
  tcp.listen(0, "127.0.0.1");
  await new Promise((resolve) => tcp.once("listening", resolve));

  const outcome = await post(`http://127.0.0.1:${(tcp.address() as AddressInfo).port}/`);

  expect(outcome).toMatchObject({ status: null, error: "unreachable" });
  await new Promise((resolve) => tcp.close(resolve));
});

test("an unknown name and an unreachable host are different errors", async () => {
  expect(await post("http://nobody.invalid/")).toMatchObject({ error: "name_unknown" });
});

test("a stopping worker ends the attempt by its signal, which is not an outcome", async () => {
  const controller = new AbortController();
  answer = () => controller.abort(new Error("the worker stops"));

  await expect(post(here(), { signal: controller.signal })).rejects.toThrow("the worker stops");
});

test("the platform's own limit of look-ups is not a failure of the receiver", async () => {
  const resolve = async () => Promise.reject(new AppError("overloaded"));

  await expect(
    post("http://busy.example/", { allowPrivate: false, resolve }),
  ).rejects.toMatchObject({ code: "overloaded" });
});
