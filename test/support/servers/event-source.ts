/** A message of an event stream (HTML, section 9.2.6), as a browser's EventSource reads it. */
export interface EventMessage {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly sequence: number;
    readonly type: string;
    readonly status: string;
    readonly progress: { readonly percent: number; readonly stage: string };
  };
}

export interface EventSourceReader {
  readonly response: Response;
  /** The messages received so far. */
  readonly messages: readonly EventMessage[];
  /** Received reconnection times, in milliseconds. */
  readonly retries: readonly number[];
  /** Number of received comments, which are heartbeats. */
  comments(): number;
  /** The next message; null at the end. */
  next(): Promise<EventMessage | null>;
  /** All remaining messages, until the server ends the stream. */
  rest(): Promise<readonly EventMessage[]>;
  /** Closes the connection. */
  close(): void;
}

/** Reads a job's event stream; a broken connection also ends it. */
export async function openEventSource(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventSourceReader> {
  const hangUp = new AbortController();
  const response = await fetch(url, {
    headers: { accept: "text/event-stream", ...headers },
    signal: hangUp.signal,
  });
  const messages: EventMessage[] = [];
  const retries: number[] = [];
  let comments = 0;
  const blocks = readBlocks(response);

  async function next(): Promise<EventMessage | null> {
    for (;;) {
      const block = await blocks.next().catch(() => ({ done: true as const, value: undefined }));
      if (block.done) return null;
      const fields = new Map<string, string>();
      for (const line of block.value.split("\n")) {
        if (line.startsWith(":")) comments += 1;
        else fields.set(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2));
      }
      const retry = fields.get("retry");
      if (retry !== undefined) retries.push(Number(retry));
      const data = fields.get("data");
      if (data === undefined) continue;
      const message: EventMessage = {
        id: fields.get("id") ?? "",
        type: fields.get("event") ?? "message",
        data: JSON.parse(data) as EventMessage["data"],
      };
      messages.push(message);
      return message;
    }
  }

  return {
    response,
    messages,
    retries,
    comments: () => comments,
    next,
    async rest() {
      const first = messages.length;
      while ((await next()) !== null);
      return messages.slice(first);
    },
    close: () => hangUp.abort(),
  };
}

async function* readBlocks({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    yield* parts;
  }
}
