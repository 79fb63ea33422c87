import { z } from "zod";

import type { PresentedJob } from "#api/present/job.ts";
import { conversationIdOf } from "#domain/conversations/conversation-id.ts";

import { toConversationMark } from "./chat-messages.ts";
import { automaticModel } from "./models.ts";

/** Files that one message links. */
const filesMax = 50;
const labelCharactersMax = 100;

/** Image of a message as OpenRouter has it. URLs only: a data URL is longer than a line that clients can read. */
const imageSchema = z.object({
  type: z.literal("image_url"),
  index: z.int(),
  image_url: z.object({ url: z.url() }),
});

const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

export const chatCompletionSchema = z
  .object({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal("assistant"),
          content: z.string(),
          refusal: z.null(),
          images: z.array(imageSchema).optional(),
        }),
        logprobs: z.null(),
        finish_reason: z.literal("stop"),
      }),
    ),
    usage: z.object({
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      total_tokens: z.int(),
    }),
    gme: z.object({ jobId: z.string(), credits: z.int() }),
  })
  .meta({ id: "OpenaiChatCompletion" });

/** Message with the results of a job, with its question, or with the reason why it makes nothing. */
interface ChatAnswer {
  readonly content: string;
  readonly images?: z.output<typeof imageSchema>[];
}

function toChatAnswer(job: PresentedJob): ChatAnswer {
  const mark = toConversationMark(job.conversationId ?? conversationIdOf(job.jobId));
  if (job.question !== undefined) return { content: `${questionText(job.question)}${mark}` };
  if (job.error !== undefined) return { content: `${refusalText(job.error)}${mark}` };
  const outputs = job.outputs.slice(0, filesMax);
  const label = labelOf(job);
  const content = outputs.map((output) => showOutput(output, label)).join("\n\n");
  const images = outputs
    .filter(({ contentType }) => contentType.startsWith("image/"))
    .map(({ url }, index) => ({ type: "image_url" as const, index, image_url: { url } }));
  return { content: `${content}${mark}`, ...(images.length === 0 ? {} : { images }) };
}

function questionText({ text, options, show = [] }: NonNullable<PresentedJob["question"]>): string {
  const shown = show.flatMap(({ url, text: value, contentType }) => {
    if (url === undefined) return value ?? [];
    return contentType?.startsWith("image/") === true ? `![](${url})` : `[file](${url})`;
  });
  const choices = options.map(({ label }, index) => `${index + 1}. ${label}`).join("\n");
  return [text, ...shown, choices].filter((part) => part !== "").join("\n\n");
}

function refusalText({ message, cure, details }: NonNullable<PresentedJob["error"]>): string {
  const reason = details?.["reason"];
  return `${typeof reason === "string" ? reason : message} ${cure}`;
}

function showOutput(
  { contentType, url, text }: PresentedJob["outputs"][number],
  label: string,
): string {
  if (text !== undefined && contentType.startsWith("text/")) return text;
  if (contentType.startsWith("image/")) return `![${label}](${url})`;
  return `[${label} (${contentType})](${url})`;
}

/** The prompt as a text of a Markdown link. */
function labelOf({ request, source }: PresentedJob): string {
  const prompt = request.prompt ?? source.message ?? "result";
  const text = prompt.replaceAll(/[[\]()\\!\s]+/g, " ").trim();
  return text.slice(0, labelCharactersMax).toWellFormed();
}

export function presentCompletion(job: PresentedJob): z.input<typeof chatCompletionSchema> {
  return {
    ...headOf(job),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", refusal: null, ...toChatAnswer(job) },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage,
    gme: { jobId: job.jobId, credits: job.billing.capturedCredits },
  };
}

type ChunkHead = Pick<PresentedJob, "jobId" | "createdAt">;

function headOf({ jobId, createdAt }: ChunkHead) {
  return {
    id: `chatcmpl-${jobId}`,
    created: Math.floor(new Date(createdAt).getTime() / 1_000),
    model: automaticModel,
  };
}

function presentChunk(head: ChunkHead, delta: object, finishReason: "stop" | null): object {
  return {
    ...headOf(head),
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  };
}

/** Chunk before the job has ended. */
export function presentOpening(head: ChunkHead): object {
  return presentChunk(head, { role: "assistant", content: "" }, null);
}

/** Chunks of the ended job. */
export function presentChunks(job: PresentedJob, { withUsage }: { withUsage: boolean }): object[] {
  const end = {
    ...presentChunk(job, {}, "stop"),
    gme: { jobId: job.jobId, credits: job.billing.capturedCredits },
  };
  return [
    presentChunk(job, toChatAnswer(job), null),
    end,
    ...(withUsage ? [{ ...headOf(job), object: "chat.completion.chunk", choices: [], usage }] : []),
  ];
}
