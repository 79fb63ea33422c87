import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { AppError } from "#domain/errors.ts";

import { clientAddressOf } from "./http/client-address.ts";
import { type ConnectionLimits, limitConnections } from "./http/connection-limits.ts";
import { toProblem } from "./http/problem.ts";
import { remainingOf, type RequestWindows } from "./rate-limit/request-windows.ts";

/**
 * Timeouts for the head of a request, a whole request, and a whole upload, so that slow senders do not hold
 * connections.
 */
const headersTimeoutMs = 15_000;
const usualTimeouts = { requestMs: 60_000, uploadMs: 900_000 };
/**
 * Time for which the rest of a refused body is read and dropped, so that its sender receives the response.
 */
const lingerMs = 10_000;
/**
 * Longer than the idle timeout of common load balancers, so that the load balancer closes idle connections
 * first.
 */
const keepAliveMs = 65_000;

export interface HttpServerSettings {
  readonly windows: RequestWindows;
  /** Requests per hour and client IP address without a valid credential. */
  readonly limit: number;
  readonly publicUrl: string;
  readonly connections: ConnectionLimits;
  readonly timeouts?: { readonly requestMs: number; readonly uploadMs: number };
}

/** Creates an HTTP server that responds with a problem and the common headers even to malformed HTTP. */
export function createHttpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  settings: HttpServerSettings,
): Server {
  const { timeouts = usualTimeouts } = settings;
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: timeouts.uploadMs,
      keepAliveTimeout: keepAliveMs,
    },
    (request, response) => {
      const refuse = () => server.emit("clientError", tooLate(), request.socket);
      limitBody(request, response, { ...timeouts, refuse });
      void handle(request, response);
    },
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    void refuseSocket(error, socket, settings);
  });
  limitConnections(server, settings.connections);
  return server;
}

const allowances = new WeakMap<IncomingMessage, () => void>();

/** Extends the timeout of a request to that of an upload, after its credential was checked. */
export function allowUploadTime(request: IncomingMessage): void {
  allowances.get(request)?.();
}

/**
 * Node has a single timeout for all requests, which is set for uploads; most requests get a shorter one here.
 */
function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  { requestMs, uploadMs, refuse }: { requestMs: number; uploadMs: number; refuse: () => void },
): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return;
  const drop = () => {
    if (request.complete) return;
    if (response.headersSent) request.destroy();
    else refuse();
  };
  let timer = setTimeout(drop, requestMs);
  allowances.set(request, () => {
    clearTimeout(timer);
    timer = setTimeout(drop, uploadMs);
  });
  request.once("close", () => clearTimeout(timer));
  response.once("finish", () => {
    clearTimeout(timer);
    if (!request.complete) timer = setTimeout(drop, lingerMs);
  });
}

function tooLate(): Error {
  return Object.assign(new Error("request timed out"), {
    code: "ERR_HTTP_REQUEST_TIMEOUT",
  });
}

const drainLookMs = 50;

/**
 * Stops accepting connections, lets requests finish, and closes each connection when it is idle. Connections
 * that remain after the timeout are cut.
 */
export async function drainServer(
  server: Server,
  { timeoutMs }: { timeoutMs: number },
): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<boolean>();
  server.close(() => resolve(true));
  const deadline = Date.now() + timeoutMs;
  while (!(await Promise.race([closed, delay(drainLookMs, false)]))) {
    if (Date.now() > deadline) server.closeAllConnections();
    else server.closeIdleConnections();
  }
}

const statuses: Readonly<Record<string, { status: number; title: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, title: "Request Header Fields Too Large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: "Request Timeout" },
};

async function refuseSocket(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { windows, limit, publicUrl }: HttpServerSettings,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, title } = statuses[error.code ?? ""] ?? { status: 400, title: "Bad Request" };
  const window = await windows.spend(`address:${clientAddressOf(socket.remoteAddress)}`, limit);
  const requestId = randomUUID();
  const detail = "The request is not a complete HTTP request within the limits.";
  const refusal = new AppError("parameters_invalid", { message: detail });
  const problem = { ...toProblem(refusal, { publicUrl, path: "", requestId }), status, title };
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${requestId}`,
    `X-RateLimit-Limit: ${window.limit}`,
    `X-RateLimit-Remaining: ${remainingOf(window)}`,
    `X-RateLimit-Reset: ${window.resetsAt}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
