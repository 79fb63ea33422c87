import type { Credential } from "../connection.ts";
import {
  isRequest,
  type Message,
  parseMessage,
  type RequestMessage,
  rpcCodes,
  toErrorMessage,
  versionOf,
} from "./message.ts";
import { readLines } from "./read-lines.ts";

/** Results have files of at most 4 MiB, as Base64, and previews. */
const responseCharactersMax = 32 * 1_048_576;

/** Parameter that `Mcp-Name` repeats, by method. */
const namedBy: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

export interface McpEndpoint {
  readonly url: string;
  readonly credential: Credential;
}

/**
 * Sends a message to the endpoint and yields the messages of its response; the last one is the response of a request.
 * Throws when the endpoint cannot be reached or the signal aborts.
 */
export async function* sendMessage(
  { url, credential }: McpEndpoint,
  message: Message,
  { version, signal }: { readonly version: string | undefined; readonly signal: AbortSignal },
): AsyncGenerator<object, void, undefined> {
  const body = JSON.stringify(message);
  const post = async (expired: boolean) =>
    fetch(url, {
      method: "POST",
      headers: { ...protocolHeaders(message, version), ...(await credential({ expired })) },
      body,
      signal,
      // A redirect would carry the credential to another server.
      redirect: "error",
    });
  let response = await post(false);
  if (response.status === 401) {
    await response.body?.cancel();
    response = await post(true);
  }
  if (!isRequest(message)) {
    await response.body?.cancel();
    return;
  }
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    yield* readStream(response);
  } else yield toResponse(message, response.status, await readText(response));
}

function protocolHeaders(message: Message, version: string | undefined): Record<string, string> {
  const own = versionOf(message);
  const { method, params } = message;
  const field = own === undefined || method === undefined ? undefined : namedBy[method];
  const name = field === undefined ? undefined : params?.[field];
  const named = own ?? version;
  return {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...(named === undefined ? {} : { "mcp-protocol-version": named }),
    ...(own === undefined || method === undefined ? {} : { "mcp-method": method }),
    ...(typeof name === "string" ? { "mcp-name": toFieldValue(name) } : {}),
  };
}

/** Text as a header: what a header cannot carry is encoded (SEP-2243). */
function toFieldValue(text: string): string {
  const isPlain = /^[\u0021-\u007e](?:[\t\u0020-\u007e]*[\u0021-\u007e])?$/.test(text);
  const isEncoded = text.startsWith("=?base64?") && text.endsWith("?=");
  return isPlain && !isEncoded ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

async function* readStream({ body }: Response): AsyncGenerator<Message, void, undefined> {
  if (body === null) return;
  let data: string[] = [];
  for await (const line of readLines(body, responseCharactersMax)) {
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
    if (line !== "" || data.length === 0) continue;
    const message = parseMessage(data.join("\n"));
    data = [];
    if (message !== null) yield message;
  }
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return "";
  let text = "";
  for await (const line of readLines(body, responseCharactersMax)) {
    if (text.length + line.length > responseCharactersMax)
      throw new Error("The response is too long.");
    text += `${line}\n`;
  }
  return text;
}

/** An error of the endpoint that precedes the reading of the message has no id. */
function toResponse({ id }: RequestMessage, status: number, text: string): object {
  const message = parseMessage(text);
  if (message?.result !== undefined || message?.error !== undefined) return { ...message, id };
  const what = `The engine responded with status ${status} instead of a message.`;
  return toErrorMessage(id, rpcCodes.fault, `${what} Check the URL: --url or GME_BASE_URL.`);
}
