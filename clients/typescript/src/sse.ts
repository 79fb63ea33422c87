/** Message of an event stream (HTML, section 9.2). */
export interface StreamMessage {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface MessageParser {
  /** Takes the next piece of text, cut anywhere, and returns the messages that it completes. */
  push(text: string): StreamMessage[];
  /** Position after the last complete block, also of one without data, such as a heartbeat. */
  readonly lastEventId: string | undefined;
  /** Milliseconds of the last `retry:` field. */
  readonly retryMs: number | undefined;
}

const messageCharactersMax = 1_048_576;

/** Parses an event stream. A message counts once the blank line after it has arrived. */
export function createMessageParser(): MessageParser {
  let line = "";
  let endedWithReturn = false;
  let id: string | undefined;
  let lastEventId: string | undefined;
  let event = "";
  let data: string[] = [];
  let characters = 0;
  let retryMs: number | undefined;

  function takeField(text: string): void {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? [];
    if (name === "data") data.push(value);
    else if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "retry" && /^\d{1,9}$/.test(value)) retryMs = Number(value);
  }

  function takeMessage(): StreamMessage[] {
    const message = { id, event: event || "message", data: data.join("\n") };
    const isEmpty = data.length === 0;
    lastEventId = id;
    event = "";
    data = [];
    characters = 0;
    return isEmpty ? [] : [message];
  }

  return {
    push(text) {
      // A character that is cut in two decodes to a piece without text.
      if (text === "") return [];
      const messages: StreamMessage[] = [];
      const isSplitEnd = endedWithReturn && text.startsWith("\n");
      endedWithReturn = text.endsWith("\r");
      const [first = "", ...rest] = (isSplitEnd ? text.slice(1) : text).split(/\r\n|\n|\r/);
      characters += text.length;
      if (characters > messageCharactersMax)
        throw new Error("A message of the stream is too long.");
      line += first;
      for (const next of rest) {
        if (line === "") messages.push(...takeMessage());
        else takeField(line);
        line = next;
      }
      return messages;
    },
    get lastEventId() {
      return lastEventId;
    },
    get retryMs() {
      return retryMs;
    },
  };
}
