import type { IncomingMessage, ServerResponse } from "node:http";

import sharp from "sharp";

import { listenOnFreePort } from "./listen-on-free-port.ts";

/** Request to the moderation service: texts, or one image. */
export interface ModerationRequest {
  readonly model: string;
  readonly input: readonly (string | { readonly image_url: { readonly url: string } })[];
}

export type ModerationBehaviour = "answers" | "fails" | "hangs" | "nonsense";

export interface FakeModeration {
  /** Base URL, as `MODERATION_URL` has it. */
  readonly url: string;
  readonly requests: ModerationRequest[];
  /** Values of the header `Authorization`. */
  readonly keys: (string | undefined)[];
  behave(behaviour: ModerationBehaviour): void;
  close(): Promise<void>;
}

const categories = ["sexual", "sexual/minors", "violence", "harassment"] as const;

/**
 * Starts a moderation service in OpenAI's form. A text that has the name of a category in square brackets, such as
 * `[violence]`, is flagged with it, and so is an image whose data has it. A red image is flagged as violence, too.
 */
export async function startModeration(): Promise<FakeModeration> {
  const { server, url, close } = await listenOnFreePort();
  const requests: ModerationRequest[] = [];
  const keys: (string | undefined)[] = [];
  let behaviour: ModerationBehaviour = "answers";
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ModerationRequest & {
        readonly input: ModerationRequest["input"] | string;
      };
      const input = typeof asked.input === "string" ? [asked.input] : asked.input;
      requests.push({ ...asked, input });
      keys.push(request.headers.authorization);
      void respond(response, { behaviour, path: request.url ?? "", input, model: asked.model });
    });
  });
  return {
    url: `${url}/v1`,
    requests,
    keys,
    close,
    behave: (next) => void (behaviour = next),
  };
}

async function respond(
  response: ServerResponse,
  {
    behaviour,
    path,
    input,
    model,
  }: {
    behaviour: ModerationBehaviour;
    path: string;
    input: ModerationRequest["input"];
    model: string;
  },
): Promise<void> {
  if (behaviour === "hangs") return;
  response.setHeader("content-type", "application/json");
  if (behaviour === "fails" || path !== "/v1/moderations") {
    response.statusCode = behaviour === "fails" ? 500 : 404;
    response.end(JSON.stringify({ error: { message: "unavailable" } }));
    return;
  }
  if (behaviour === "nonsense") {
    response.end(JSON.stringify({ id: "modr-1", model, results: [] }));
    return;
  }
  const results = await Promise.all(input.map(toResult));
  response.end(JSON.stringify({ id: "modr-1", model, results }));
}

async function toResult(input: ModerationRequest["input"][number]) {
  const kind = typeof input === "string" ? "text" : "image";
  const content = typeof input === "string" ? input : await readImage(input.image_url.url);
  const flags = categories.map((name) => [name, content.includes(`[${name}]`)] as const);
  return {
    flagged: flags.some(([, isFlagged]) => isFlagged),
    categories: Object.fromEntries(flags),
    category_scores: Object.fromEntries(flags.map(([name, is]) => [name, is ? 0.98 : 0.0001])),
    category_applied_input_types: Object.fromEntries(flags.map(([name]) => [name, [kind]])),
  };
}

async function readImage(dataUrl: string): Promise<string> {
  const file = Buffer.from(dataUrl.split(",")[1] ?? "", "base64");
  // Some tests send the beginning of an image only.
  const colours = await sharp(file)
    .stats()
    .catch(() => null);
  const [red, green, blue] = colours?.channels.map(({ mean }) => mean) ?? [];
  const isRed = red !== undefined && red > 200 && (green ?? 0) < 60 && (blue ?? 0) < 60;
  return isRed ? "[violence]" : file.toString("latin1");
}
