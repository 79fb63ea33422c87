import { Readable } from "node:stream";

import { createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import { defineRoute, type RawAnswer, type RouteInput } from "#api/http/route.ts";
import { quotaHeaders, toRefusal } from "#api/middleware/rate-limit.ts";
import { quotaOf, spendQuota } from "#api/rate-limit/quota.ts";
import { noteGivenUp } from "#db/jobs/given-up-jobs.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { AppError } from "#domain/errors.ts";

import { checkScope } from "./check-scope.ts";
import { createServer } from "./create-server.ts";
import type { Exchange } from "./exchange.ts";
import { checkOrigin } from "./gate.ts";

type Input = RouteInput<unknown, unknown, unknown>;

/**
 * Serves 2026-07-28 clients, and 2025-era clients without a session: any process serves any request.
 * Subscriptions are refused, because nothing that could be subscribed to changes.
 */
const handler = createMcpHandler(createServer, { maxSubscriptions: 0 });

/** Methods that count as a request of the caller's rate limit; all others are free, like a 304. */
const countedMethods: ReadonlySet<unknown> = new Set(["tools/call", "resources/read"]);

export const serveMessage = defineRoute({
  method: "post",
  path: "/mcp",
  operationId: "serveMcpMessage",
  summary: "Model Context Protocol",
  tags: ["MCP"],
  access: "any",
  body: z.record(z.string(), z.unknown()),
  freeOnSuccess: true,
  status: 200,
  response: { media: { "application/json": "A message.", "text/event-stream": "Messages." } },
  errors: ["origin_refused", "permission_missing"],
  async handle(given, dependencies) {
    // Copied once: each read of the signal adds a listener to the response.
    const input = { ...given, request: { ...given.request } };
    const { caller, request, body } = input;
    checkOrigin({ origin: request.header("origin"), host: request.host }, dependencies.settings);
    checkScope(body, caller);
    const hangUp = watchHangUp(input, dependencies);
    const exchange: Exchange = {
      input,
      dependencies,
      refusal: countedMethods.has(body["method"]) ? await count(input, dependencies) : null,
      cancelOnHangUp: hangUp.cancelOnHangUp,
    };
    const response = await handler.fetch(
      new Request(new URL("/mcp", dependencies.settings.publicUrl), {
        method: "POST",
        headers: protocolHeaders(request),
        signal: hangUp.signal,
      }),
      {
        parsedBody: body,
        authInfo: {
          token: "",
          clientId: caller.apiKeyId ?? caller.accountId,
          scopes: [],
          extra: { exchange },
        },
      },
    );
    return toRawAnswer(response);
  },
});

/** Headers that the protocol reads. The credential stays outside. */
function protocolHeaders({ header }: Input["request"]): Record<string, string> {
  const names = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the error when the limit is reached. */
async function count(
  { caller, setHeader }: Input,
  { windows }: RequestDependencies,
): Promise<AppError | null> {
  const use = await spendQuota(windows, quotaOf(caller, "plan"));
  for (const [name, value] of Object.entries(quotaHeaders(use))) setHeader(name, value);
  return toRefusal(use);
}

/**
 * Closing the connection before the response cancels a request (MCP, Streamable HTTP). A stop of this process
 * does not: its clients repeat their calls.
 */
function watchHangUp(
  { caller, request }: Input,
  { orm, onOutbox, stopping, log }: RequestDependencies,
): { readonly signal: AbortSignal; readonly cancelOnHangUp: (jobId: string) => void } {
  const hungUp = new AbortController();
  const jobIds = new Set<string>();
  const cancel = async (jobId: string) => {
    try {
      const job = { jobId, organizationId: caller.organizationId };
      await noteGivenUp(orm.em.fork(), job);
      await requestCancel(orm.em.fork(), job);
      onOutbox();
    } catch (error) {
      // The job has ended, or the database is unavailable: the caller can still find and cancel the job.
      const hasEnded = error instanceof AppError && error.code === "job_already_final";
      if (!hasEnded) log.warn({ error, jobId }, "job of a disconnected client not canceled");
    }
  };
  request.onEnd((isSent) => {
    if (isSent || stopping.aborted) return;
    hungUp.abort();
    for (const jobId of jobIds) void cancel(jobId);
  });
  return {
    signal: hungUp.signal,
    cancelOnHangUp(jobId) {
      jobIds.add(jobId);
      if (hungUp.signal.aborted) void cancel(jobId);
    },
  };
}

function toRawAnswer({ status, headers, body }: Response): RawAnswer {
  headers.delete("connection");
  return {
    status,
    headers: Object.fromEntries(headers),
    body: body === null ? null : Readable.fromWeb(body),
  };
}
