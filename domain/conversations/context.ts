import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";

import type { FollowUpAct, Reference } from "./follow-up.ts";

/** Medium of a file; transcripts and descriptions are text. */
export type Medium = ContentType | "text";

export interface ContextFile {
  readonly reference: Reference;
  readonly medium: Medium;
  /** False when the file is no longer stored. */
  readonly isKept: boolean;
  /** Transcript or description, once it has been made. */
  readonly text?: string | undefined;
}

/** An earlier message of a conversation, with its request and its files. */
export interface Turn {
  readonly jobId: string;
  /** Text that the caller wrote. */
  readonly text: string;
  readonly act: FollowUpAct;
  readonly refersTo: readonly Reference[];
  /** Request of the job; without a capability, its message was not read, or it requests nothing. */
  readonly capability?: Capability | undefined;
  readonly subject: string;
  readonly parameters: GenerationParameters;
  /** Model that the job used or names. */
  readonly model?: string | undefined;
  readonly inputs: readonly GenerationInput[];
  /** Files that the caller sent with the message. */
  readonly sent: readonly ContextFile[];
  /** Files that the job makes or has made. */
  readonly made: readonly ContextFile[];
  /** Options of the question with which the job ended. */
  readonly question?: readonly QuestionedOption[] | undefined;
}

export interface QuestionedOption {
  readonly label: string;
  readonly capability?: Capability | undefined;
  /** The option requires a text. */
  readonly takesText: boolean;
  /** Number of files that the option requires. */
  readonly files: number;
  readonly refersTo: readonly Reference[];
}

/** The last messages of a conversation, newest first. */
export type Context = readonly Turn[];

/** Files of one message that were made, or sent, together. */
export interface FileGroup {
  readonly turn: Turn;
  readonly origin: "made" | "sent";
  readonly files: readonly ContextFile[];
}

/** Lists the files of a conversation by message, newest first; results precede the files sent with a message. */
export function listGroups(context: Context): FileGroup[] {
  return context.flatMap((turn) => [
    ...(turn.made.length > 0 ? [{ turn, origin: "made" as const, files: turn.made }] : []),
    ...(turn.sent.length > 0 ? [{ turn, origin: "sent" as const, files: turn.sent }] : []),
  ]);
}

export function isSameFile(left: Reference, right: Reference): boolean {
  return (
    jobOf(left) === jobOf(right) && left.ordinal === right.ordinal && isMade(left) === isMade(right)
  );
}

function isMade(reference: Reference): boolean {
  return "outputOf" in reference;
}

function jobOf(reference: Reference): string {
  return "outputOf" in reference ? reference.outputOf : reference.inputOf;
}

/** Finds the message to which a file belongs. */
export function turnOf(reference: Reference, context: Context): Turn | undefined {
  return context.find(({ jobId }) => jobId === jobOf(reference));
}
