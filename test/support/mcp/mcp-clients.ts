import {
  type CallToolResult,
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import {
  StdioClientTransport,
  type StdioServerParameters,
} from "@modelcontextprotocol/client/stdio";
import {
  createTaskSessionFromClient,
  type JsonRpcResponse,
} from "@modelcontextprotocol/ext-tasks/client";

const clientInfo = { name: "test", version: "1.0.0" };
const protocolVersion = "2026-07-28";

export type Era = "2025" | "2026";

export interface McpConnection {
  readonly url: string;
  readonly key: string;
}

/** Connects the official client; of the 2025 era or of the newest protocol. */
export async function connectMcp(
  { url, key }: McpConnection,
  era: Era,
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  return connectThrough(transport, era, capabilities);
}

/** Starts a server on standard input and output and connects the official client. */
export async function connectStdio(server: StdioServerParameters, era: Era): Promise<Client> {
  return connectThrough(new StdioClientTransport(server), era, {});
}

async function connectThrough(
  transport: Transport,
  era: Era,
  capabilities: ClientCapabilities,
): Promise<Client> {
  const client = new Client(clientInfo, {
    capabilities,
    versionNegotiation: { mode: era === "2025" ? "legacy" : "auto" },
  });
  await client.connect(transport);
  return client;
}

/** Session of the official client with the tasks extension, which waits for a task by `tasks/get`. */
export async function openTaskSession(connection: McpConnection) {
  const client = await connectMcp(connection, "2026");
  const session = createTaskSessionFromClient(client, {
    endpointId: "test",
    v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities: {} },
    rawDispatch: async (request, { signal } = {}) => {
      const response = await postMessage(connection, request as unknown as Message, signal);
      return toRpcResponse((await response.json()) as RpcBody);
    },
  });
  return { client, session };
}

interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface RpcBody {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

function toRpcResponse({ result, error }: RpcBody): JsonRpcResponse {
  return error === undefined
    ? { kind: "result", result: result as never }
    : { kind: "error", error };
}

/** Sends one message of the newest protocol, as a client does. */
export async function postMessage(
  { url, key }: McpConnection,
  { method, params = {}, hasTasks = false }: Message & { readonly hasTasks?: boolean },
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": protocolVersion,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": hasTasks
      ? { extensions: { "io.modelcontextprotocol/tasks": {} } }
      : {},
  };
  const name = params["name"] ?? params["uri"] ?? params["taskId"];
  return fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": protocolVersion,
      "Mcp-Method": method,
      ...(typeof name === "string" ? { "Mcp-Name": name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta: meta, ...params } }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Text of a tool's result. */
export function textOf({ content }: Pick<CallToolResult, "content">): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
