import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";

import { StudioError } from "#studio/errors.ts";

import { sendError } from "./respond.ts";
import { type Dependencies, routes } from "./routes.ts";

/** Creates the HTTP server without listening. `onUnexpected` receives errors other than `StudioError`. */
export function createHttpServer(
  dependencies: Dependencies,
  onUnexpected: (error: unknown) => void,
): Server {
  return createServer((request, response) => {
    answer(request, response, dependencies).catch((error: unknown) => {
      // The caller disconnected, so no response can be sent.
      if (response.destroyed) return;
      if (!(error instanceof StudioError)) onUnexpected(error);
      if (response.headersSent) {
        response.destroy();
        return;
      }
      // The rest of a refused upload is not read, so the connection cannot be reused.
      if (!request.complete) response.setHeader("connection", "close");
      sendError(response, error);
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  dependencies: Dependencies,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://studio");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const matching = routes.filter(({ pattern }) => pattern.test(url.pathname));
  const route = matching.find((candidate) => candidate.method === method);
  if (!route) {
    if (matching.length === 0) throw new StudioError("not_found", `Nothing is at ${url.pathname}.`);
    response.setHeader("allow", matching.map((candidate) => candidate.method).join(", "));
    throw new StudioError("method_not_allowed", `${request.method} is not possible here.`);
  }
  const path = { ...route.pattern.exec(url.pathname)?.groups };
  await route.handle({ request, response, query: url.searchParams, path }, dependencies);
}
