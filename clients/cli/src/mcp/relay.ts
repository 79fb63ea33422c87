import type { LocalTools } from "./local-tools.ts";
import {
  isRequest,
  type Message,
  parseMessage,
  type RequestMessage,
  rpcCodes,
  toErrorMessage,
  versionOf,
} from "./message.ts";
import { type McpEndpoint, sendMessage } from "./send-message.ts";

/** Requests that are open at once. */
const openMax = 100;

export interface Relay {
  /** Takes a line of the client. Responses are written as they arrive, in any order. */
  readonly receive: (line: string) => void;
  /** Ends the open requests: their client has gone. */
  readonly close: () => void;
}

/**
 * Carries messages between a client on standard input and output and the engine's endpoint. A request that the client
 * cancels is closed towards the engine, which cancels its job.
 */
export function createRelay({
  endpoint,
  tools,
  write,
}: {
  readonly endpoint: McpEndpoint;
  /** Tools for local files; null where no folder is open. */
  readonly tools: LocalTools | null;
  readonly write: (message: object) => void;
}): Relay {
  const open = new Map<string | number, AbortController>();
  /** Version that a client of the 2025 era has negotiated. */
  let negotiated: string | undefined;

  async function respond(request: RequestMessage, signal: AbortSignal): Promise<void> {
    const local = tools?.run(request, signal) ?? null;
    if (local !== null) {
      const result = await local;
      const type = versionOf(request) === undefined ? {} : { resultType: "complete" };
      if (!signal.aborted)
        write({ jsonrpc: "2.0", id: request.id, result: { ...type, ...result } });
      return;
    }
    for await (const message of sendMessage(endpoint, request, { version: negotiated, signal })) {
      write(complete(request, message as Message));
    }
  }

  function complete({ method }: RequestMessage, message: Message): Message {
    const version = message.result?.["protocolVersion"];
    if (method === "initialize" && typeof version === "string") negotiated = version;
    return method === "tools/list" ? (tools?.addTo(message) ?? message) : message;
  }

  async function take(request: RequestMessage): Promise<void> {
    const { id } = request;
    const closing = new AbortController();
    open.set(id, closing);
    try {
      await respond(request, closing.signal);
    } catch (error) {
      // A canceled request gets no response.
      if (!closing.signal.aborted) write(toErrorMessage(id, rpcCodes.fault, describe(error)));
    } finally {
      open.delete(id);
    }
  }

  return {
    receive(line) {
      if (line.trim() === "") return;
      const message = parseMessage(line);
      if (message === null) {
        write(toErrorMessage(null, rpcCodes.invalidRequest, "The line is no JSON-RPC message."));
      } else if (!isRequest(message)) {
        const id = message.params?.["requestId"] as string | number;
        // Other notifications have no effect in the engine, which keeps no sessions.
        if (message.method === "notifications/cancelled") open.get(id)?.abort();
      } else if (open.size >= openMax || open.has(message.id)) {
        const what = open.has(message.id)
          ? "A request with this id is still open."
          : `More than ${openMax} requests are open. Wait for a response.`;
        write(toErrorMessage(message.id, rpcCodes.invalidRequest, what));
      } else void take(message);
    },
    close() {
      for (const closing of open.values()) closing.abort();
    },
  };
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `The engine could not be reached, or its response broke off (${reason}). Check that it runs.`;
}
