import { z } from "zod";

import { AppError, type Issue } from "#domain/errors.ts";
import { promptCharactersMax } from "#domain/requests/prompt-length.ts";

import { type MediaReference, mediaUrlSchema, toUrlSource } from "./media-references.ts";

/** Messages before the last one of the user are read only for the conversation that they name. */
export const messagesSchema = z
  .array(z.looseObject({ role: z.string().max(20), content: z.unknown() }))
  .min(1)
  .max(1_000);

type Messages = z.output<typeof messagesSchema>;

const textSchema = z.string().max(promptCharactersMax);

const partSchema = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: textSchema }),
  z.looseObject({
    type: z.literal("image_url"),
    image_url: z.looseObject({ url: mediaUrlSchema }),
  }),
  z.looseObject({
    type: z.literal("video_url"),
    video_url: z.looseObject({ url: mediaUrlSchema }),
  }),
  z.looseObject({
    type: z.literal("input_audio"),
    input_audio: z.looseObject({ data: z.string().min(1) }),
  }),
]);

const contentSchema = z.union([textSchema, z.array(partSchema).min(1).max(40)]);

/** The request in a list of messages: the text and the files of the user's last message. */
export interface ChatOrder {
  readonly text: string;
  readonly references: readonly MediaReference[];
  /** Conversation that the assistant's last message names. */
  readonly conversationId: string | null;
}

/** Throws `request_invalid` with pointers to the message. */
export function readMessages(messages: Messages): ChatOrder {
  const index = messages.findLastIndex(({ role }) => role === "user");
  const message = messages[index];
  if (message === undefined) throw invalid("/messages", "Send a message with the role user.");
  const pointer = `/messages/${index}/content`;
  const { text, references } = readContent(message.content, pointer);
  if (text === "") throw invalid(pointer, "Say in words what to make.");
  return { text, references, conversationId: readConversation(messages) };
}

function readContent(
  content: unknown,
  pointer: string,
): { text: string; references: MediaReference[] } {
  const { success, data, error } = contentSchema.safeParse(content);
  if (!success) {
    const parts = z.array(z.unknown()).safeParse(content).data ?? [];
    const at = parts.findIndex((part) => !partSchema.safeParse(part).success);
    const message =
      "Must be text of up to 32,000 characters, or parts of the types text, image_url, video_url and input_audio.";
    throw invalid(at === -1 ? pointer : `${pointer}/${at}`, message, error);
  }
  if (typeof data === "string") return { text: data.trim(), references: [] };
  const texts = data.flatMap((part) => (part.type === "text" ? part.text : []));
  return {
    text: texts.join("\n").trim(),
    references: data.flatMap((part, index) => toReference(part, `${pointer}/${index}`) ?? []),
  };
}

function toReference(part: z.output<typeof partSchema>, pointer: string): MediaReference | null {
  switch (part.type) {
    case "text":
      return null;
    case "image_url":
      return { pointer, kind: "image", source: toUrlSource(part.image_url.url) };
    case "video_url":
      return { pointer, kind: "video", source: toUrlSource(part.video_url.url) };
    case "input_audio":
      return { pointer, kind: "audio", source: { base64: part.input_audio.data } };
  }
}

/**
 * Names the conversation at the end of an assistant's message, as a link definition, which no Markdown renderer
 * shows. Clients of this protocol send all earlier messages again, and have no other place for it.
 */
export function toConversationMark(conversationId: string): string {
  return `\n\n[//]: # (${conversationId})`;
}

const conversationMark = /\[\/\/\]: # \((cnv_[\w-]{1,80})\)/g;

function readConversation(messages: Messages): string | null {
  const last = messages.findLast(({ role }) => role === "assistant");
  const texts = z
    .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
    .safeParse(last?.content).data;
  const text =
    typeof texts === "string" ? texts : (texts ?? []).map((part) => part.text ?? "").join("\n");
  return [...text.matchAll(conversationMark)].at(-1)?.[1] ?? null;
}

function invalid(pointer: string, message: string, cause?: unknown): AppError {
  const issues: Issue[] = [{ pointer, code: "wrong_format", message }];
  return new AppError("request_invalid", { issues, cause });
}
