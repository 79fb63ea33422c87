/** Message of JSON-RPC 2.0, as far as the relay reads it. */
export interface Message {
  readonly jsonrpc: "2.0";
  /** Null in errors of messages that were not read. */
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Request, which expects one response with its id. */
export type RequestMessage = Message & { readonly id: string | number; readonly method: string };

export const rpcCodes = { parseError: -32_700, invalidRequest: -32_600, fault: -32_000 } as const;

export function isRequest(message: Message): message is RequestMessage {
  const { method, id } = message;
  return method !== undefined && id !== undefined && id !== null;
}

export function toErrorMessage(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Returns null for anything that is no message. Arrays of messages belong to no supported version. */
export function parseMessage(line: string): Message | null {
  try {
    const given = JSON.parse(line) as unknown;
    return isMessage(given) ? given : null;
  } catch {
    return null;
  }
}

function isMessage(given: unknown): given is Message {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  const { jsonrpc, id, method, params } = given as Record<string, unknown>;
  return (
    jsonrpc === "2.0" &&
    (id === undefined || id === null || ["string", "number"].includes(typeof id)) &&
    (method === undefined || typeof method === "string") &&
    (params === undefined || (typeof params === "object" && params !== null))
  );
}

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** Version of the protocol that a request names itself: since 2026-07-28 each request does. */
export function versionOf({ params }: Message): string | undefined {
  const meta = params?.["_meta"];
  if (typeof meta !== "object" || meta === null) return undefined;
  const version = (meta as Record<string, unknown>)[versionKey];
  return typeof version === "string" ? version : undefined;
}
