import { z } from "zod";

import type { AdapterFile, PollResult, ProviderCall } from "#activities/providers/adapter.ts";
import { responseFile } from "#activities/providers/response-file.ts";
import { AppError } from "#domain/errors.ts";

import { questions } from "./comfy-client.ts";
import { withoutTexts } from "./without-texts.ts";

/** A prompt in the server's queue: its number, its id, the workflow, and extra data. */
const queuedSchema = z.tuple([z.unknown(), z.string()], z.unknown());
const queueSchema = z.object({
  queue_running: z.array(queuedSchema),
  queue_pending: z.array(queuedSchema),
});

const savedSchema = z.object({ filename: z.string(), subfolder: z.string(), type: z.string() });
type Saved = z.output<typeof savedSchema>;

const entrySchema = z.object({
  prompt: z.array(z.unknown()).catch([]),
  outputs: z.record(z.string(), z.record(z.string(), z.unknown())).catch({}),
  status: z
    .object({
      status_str: z.string(),
      messages: z.array(z.tuple([z.string(), z.unknown()], z.unknown())).catch([]),
    })
    .nullish(),
});
type Entry = z.output<typeof entrySchema>;
const historySchema = z.record(z.string(), entrySchema);

/** Limit for the responses of queue and history, which contain the whole workflow of each prompt. */
const stateBytesMax = 64 * 1024 * 1024;

/**
 * Returns the history of a prompt, or its place in the queue. Null for a prompt that the server does not know. The queue is
 * read first: a prompt only moves from the queue to the history, so it cannot be missed between the two requests.
 */
export async function findPrompt(
  id: string,
  call: ProviderCall,
): Promise<"running" | "pending" | Entry | null> {
  const { data: queue } = await questions.json("GET", "/queue", {
    call,
    paid: false,
    schema: queueSchema,
    responseBytesMax: stateBytesMax,
  });
  if (queue.queue_running.some(([, running]) => running === id)) return "running";
  if (queue.queue_pending.some(([, pending]) => pending === id)) return "pending";
  const { data: history } = await questions.json("GET", `/history/${id}`, {
    call,
    paid: false,
    schema: historySchema,
    responseBytesMax: stateBytesMax,
  });
  return (Object.hasOwn(history, id) ? history[id] : undefined) ?? null;
}

export async function pollPrompt(id: string, call: ProviderCall): Promise<PollResult> {
  const found = await findPrompt(id, call);
  if (found === "running" || found === "pending") return { state: "running" };
  if (found === null) {
    throw failed("the server does not know the prompt: it was restarted or its queue was cleared");
  }
  switch (found.status?.status_str ?? "success") {
    case "success":
      return { state: "succeeded", result: { files: await readFiles(found, call) } };
    case "error":
      return readFailure(found);
    default:
      return { state: "running" };
  }
}

/**
 * Removes a prompt from the queue, or interrupts it. The server stops a running prompt between two steps, which can take
 * minutes; a poll shows it. Only a prompt that runs is interrupted: servers before 0.3.50 stop whatever runs.
 */
export async function stopPrompt(id: string, call: ProviderCall): Promise<void> {
  await questions.nothing("POST", "/queue", { call, paid: false, body: { delete: [id] } });
  if ((await findPrompt(id, call)) !== "running") return;
  await questions.nothing("POST", "/interrupt", { call, paid: false, body: { prompt_id: id } });
}

const errorSchema = z.object({
  node_id: z.string().nullish().catch(null),
  exception_type: z.string().nullish().catch(null),
});

/** The last message distinguishes a failure from an interruption. The message names paths and classes, so only the node is reported. */
function readFailure({ status }: Entry): PollResult {
  const [event, data] = status?.messages.at(-1) ?? [];
  if (event === "execution_interrupted") return { state: "canceled" };
  const error = errorSchema.safeParse(data).data;
  const node = error?.node_id ?? "";
  const place = /^[\w:-]{1,100}$/.test(node) ? `node ${node}` : "a node";
  const cause = /OutOfMemory/.test(error?.exception_type ?? "") ? "ran out of memory" : "failed";
  throw failed(`${place} of the workflow ${cause}`);
}

function failed(reason: string): AppError {
  return new AppError("provider_failed", { details: { reason } });
}

const filesMax = 16;
/** Limit for all files of a result, which are held in memory. */
const resultBytesMax = 256 * 1024 * 1024;

/** Kind of a file by the extension of its name: a node for videos lists its files under `images`. */
const families: Readonly<Record<string, "image" | "video" | "audio">> = {
  png: "image",
  jpg: "image",
  jpeg: "image",
  webp: "image",
  gif: "image",
  mp4: "video",
  webm: "video",
  mov: "video",
  mkv: "video",
  mp3: "audio",
  wav: "audio",
  flac: "audio",
  ogg: "audio",
  opus: "audio",
  m4a: "audio",
};

const wantedSchema = z.object({
  gme: z.object({ contentType: z.string(), output: z.string().nullable() }),
});

async function readFiles({ prompt, outputs }: Entry, call: ProviderCall): Promise<AdapterFile[]> {
  const wanted = wantedSchema.safeParse(prompt[3]).data?.gme;
  const saved = Object.entries(outputs).flatMap(([node, lists]) =>
    wanted?.output != null && wanted.output !== node ? [] : savedFiles(lists),
  );
  const fitting = saved.flatMap((file) => {
    const family = families[file.filename.split(".").at(-1)?.toLowerCase() ?? ""];
    const fits = wanted === undefined || family === wanted.contentType;
    return family !== undefined && fits ? [{ file, family }] : [];
  });
  if (fitting.length === 0) {
    throw failed(`the workflow saved no ${wanted?.contentType ?? "file"}; name its output node`);
  }
  if (fitting.length > filesMax) throw failed(`the workflow saved more than ${filesMax} files`);
  const files: AdapterFile[] = [];
  let bytesLeft = resultBytesMax;
  for (const { file, family } of fitting) {
    const { filename, subfolder, type } = file;
    const answer = await questions.answer("GET", "/view", {
      call,
      paid: false,
      headers: { accept: "*/*" },
      query: { filename, subfolder, type },
      responseBytesMax: Math.max(1, bytesLeft),
    });
    bytesLeft -= answer.bytes.byteLength;
    const bare = { ...answer, bytes: withoutTexts(answer.bytes) };
    files.push(responseFile(bare, { family, contentType: answer.contentType, paid: false }));
  }
  return files;
}

/** Lists the files that a node has saved, whatever it calls them. Previews have the type `temp`. */
function savedFiles(lists: Readonly<Record<string, unknown>>): Saved[] {
  return Object.values(lists).flatMap((list) => {
    const files = z.array(savedSchema).safeParse(list).data ?? [];
    return files.filter(({ type }) => type === "output");
  });
}
