import { z } from "zod";

import { type FollowUpAct, followUpActs } from "#domain/conversations/follow-up.ts";
import { type Adjustment, adjustments } from "#domain/conversations/next-value.ts";
import { messageRequestsMax } from "#domain/pipelines/message-pipeline.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { MessageToParse } from "#domain/requests/intent.ts";
import { possibleCapabilities, settledCapability } from "#intent/possible-capabilities.ts";
import { workCapabilities } from "#intent/work-capabilities.ts";

import type { ModelContext } from "./model-context.ts";

/** Results that a model may return instead of a capability. */
export const otherAnswers = ["ambiguous", "missing_input", "unsupported"] as const;
export type OtherAnswer = (typeof otherAnswers)[number];

/** Every field is required and may be null: strict structured output has no optional fields. */
const parameters = z.object({
  aspectRatio: z
    .string()
    .regex(/^\d{1,2}:\d{1,2}$/)
    .nullable(),
  durationSeconds: z.number().positive().max(7200).nullable(),
  count: z.number().int().min(1).max(20).nullable(),
  style: z.string().max(80).nullable(),
  negativePrompt: z.string().max(500).nullable(),
  language: z.string().max(20).nullable().describe("ISO 639-1"),
});

const subject = z.string().max(4000);

type ModelParameters = z.infer<typeof parameters>;

/** One request of a message. */
export interface ModelRequest {
  readonly capability: Capability | OtherAnswer;
  readonly subject: string;
  readonly parameters: ModelParameters;
}

/** Answer of a language model. A field is present when the message can have it. */
export interface ModelAnswer extends ModelRequest {
  readonly confidence: number;
  /** Further requests of a message that has several. */
  readonly more?: readonly ModelRequest[];
  readonly pipeline?: {
    readonly id: string;
    readonly inputs: readonly { readonly name: string; readonly value: string }[];
  } | null;
  /** Relation to the earlier messages. */
  readonly act?: FollowUpAct | "ask";
  /** Handles of files. */
  readonly refersTo?: readonly string[];
  readonly change?: Adjustment | null;
  /** Number of the option that the message chooses. */
  readonly option?: number | null;
}

type Request = Pick<MessageToParse, "attachments" | "capabilities" | "runs" | "context">;

/** Lists the results that a model may return; a settled capability leaves no other one. */
export function listAnswers(request: Request): (Capability | OtherAnswer)[] {
  if (request.context !== undefined) {
    const possible = [
      ...possibleCapabilities(request),
      ...workCapabilities(request, request.context),
    ];
    return [...new Set(possible), ...otherAnswers];
  }
  const settled = settledCapability(request);
  return settled === undefined ? [...possibleCapabilities(request), ...otherAnswers] : [settled];
}

const pipelineInputsMax = 20;
const optionsMax = 10;
const handlesMax = 8;

/**
 * Builds the schema of a language model's answer. Limiting the capabilities to the possible ones raised the
 * accuracy of small models by half. Files and pipelines are limited to those that exist.
 */
export function answerSchemaFor(request: Request, context?: ModelContext): z.ZodType<ModelAnswer> {
  const capability = z.enum(listAnswers(request));
  const handles = [...(context?.files.keys() ?? [])];
  const ids = request.runs?.pipelines.map(({ pipelineId }) => pipelineId) ?? [];
  const shape: Record<string, z.ZodType> = {
    ...(context === undefined
      ? {}
      : {
          act: z.enum([...followUpActs, "ask"]),
          refersTo:
            handles.length === 0
              ? z.array(z.string()).max(0)
              : z.array(z.enum(handles)).max(handlesMax),
          change: z.enum(adjustments).nullable(),
          option: z.number().int().min(1).max(optionsMax).nullable(),
        }),
    capability,
    subject,
    confidence: z.number().min(0).max(1),
    parameters,
    ...(request.runs === undefined
      ? {}
      : {
          more: z.array(z.object({ capability, subject, parameters })).max(messageRequestsMax - 1),
        }),
    ...(ids.length === 0
      ? {}
      : {
          pipeline: z
            .object({
              id: z.enum(ids),
              inputs: z
                .array(z.object({ name: z.string().max(40), value: subject }))
                .max(pipelineInputsMax),
            })
            .nullable(),
        }),
  };
  // Safe to cast: fields that a model is not asked for are optional in `ModelAnswer`; zod cannot infer a shape that is chosen.
  return z.object(shape) as unknown as z.ZodType<ModelAnswer>;
}
