import type { QuestionedOption } from "#domain/conversations/context.ts";
import { takesTextOnly } from "#domain/requests/capability.ts";
import type { QuestionOption } from "#domain/requests/intent.ts";

/** Option of a question, as the reader of its answer needs it. */
export function toQuestionedOption(
  { label, capability, inputs = [], refersTo = [] }: QuestionOption,
  subject: string,
): QuestionedOption {
  return {
    label,
    capability,
    takesText: capability !== undefined && subject === "" && takesTextOnly(capability),
    files: inputs.length,
    refersTo,
  };
}
