import type { IncomingMessage, ServerResponse } from "node:http";

import { listenOnFreePort } from "./listen-on-free-port.ts";

/** A request to a chat model in OpenAI's format. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface FakeLanguageModel {
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Responds to requests from now on; null responds with status 500. */
  behave(answer: (request: ModelRequest) => string | null): void;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible server. */
export async function startLanguageModel(): Promise<FakeLanguageModel> {
  const { server, url, close } = await listenOnFreePort();
  const requests: ModelRequest[] = [];
  let answer: (request: ModelRequest) => string | null = () => null;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ModelRequest;
      requests.push(asked);
      const content = answer(asked);
      response.setHeader("content-type", "application/json");
      response.statusCode = content === null ? 500 : 200;
      const message = { role: "assistant", content };
      const choices = [{ index: 0, finish_reason: "stop", message }];
      response.end(
        JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices }),
      );
    });
  });
  return {
    url: `${url}/v1`,
    requests,
    close,
    behave(next) {
      answer = next;
    },
  };
}
