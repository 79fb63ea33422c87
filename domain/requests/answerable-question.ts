import type { Reference } from "#domain/conversations/follow-up.ts";
import type { ShownValue } from "#domain/pipelines/shown-values.ts";

import { takesTextOnly, type Capability } from "./capability.ts";
import type { JobInput } from "./generation.ts";
import type { OpenIntent, Question, QuestionOption } from "./intent.ts";

/** Request that a caller sends to answer a question with one of its options. */
export interface AnswerRequest {
  method: "POST";
  path: string;
  body: Record<string, unknown>;
  /** JSON pointers (RFC 6901) of the fields that the caller adds to `body`. Absent: `body` is complete. */
  missing?: string[];
}

/** Question as callers receive it. */
export interface AnswerableQuestion {
  text: string;
  /** Files and values that the question is about. */
  show?: readonly ShownValue[];
  options: {
    label: string;
    capability?: Capability;
    /** File of an earlier message that the option chooses. */
    refersTo?: readonly Reference[];
    request: AnswerRequest;
  }[];
}

/**
 * Answers a job's question by a retry of the job. The retry reuses what the message said, so the request has
 * only what the question asks for, and nothing of the caller's message.
 */
export function withRetries(
  question: Question,
  {
    jobId,
    conversationId,
    intent,
  }: { jobId: string; conversationId?: string | null | undefined; intent: OpenIntent },
): AnswerableQuestion {
  const path = `/v1/jobs/${jobId}/retry`;
  return withRequests(question, intent, ({ label, capability, refersTo }) =>
    refersTo === undefined || conversationId == null
      ? { path, body: capability === undefined ? {} : { capability } }
      : { path: "/v1/chat", body: { conversationId, message: label, parseIntent: true } },
  );
}

/** Adds to each option the request that answers the question, with a place for each missing field. */
export function withRequests(
  { text, options }: Question,
  { subject }: OpenIntent,
  requestOf: (option: QuestionOption) => {
    readonly path: string;
    readonly body: AnswerRequest["body"] & { readonly inputs?: readonly JobInput[] };
  },
): AnswerableQuestion {
  return {
    text,
    options: options.map((option) => {
      const { label, capability, refersTo, inputs: kinds = [] } = option;
      const { path, body } = requestOf(option);
      const { inputs = [] } = body;
      const needsText = capability !== undefined && subject === "" && takesTextOnly(capability);
      const missing = [
        ...(needsText ? ["/prompt"] : []),
        ...kinds.map((_, index) => `/inputs/${inputs.length + index}/url`),
      ];
      return {
        label,
        ...(capability === undefined ? {} : { capability }),
        ...(refersTo === undefined ? {} : { refersTo }),
        request: {
          method: "POST",
          path,
          body:
            kinds.length === 0
              ? body
              : { ...body, inputs: [...inputs, ...kinds.map((kind) => ({ kind }))] },
          ...(missing.length === 0 ? {} : { missing }),
        },
      };
    }),
  };
}
