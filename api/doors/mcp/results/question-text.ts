import type { PresentedJob } from "#api/present/job.ts";

type Question = NonNullable<PresentedJob["question"]>;

/** Question for clients without forms: the language model asks the person and calls again. */
export function questionText({ text, options }: Pick<Question, "text" | "options">): string {
  const choices = options.map(({ label, capability }) =>
    capability === undefined ? label : `${label} (capability ${capability})`,
  );
  const list = choices.length === 0 ? "" : ` Options: ${choices.join("; ")}.`;
  return `Ask the person: ${text}${list} Then call generate again with capability and prompt.`;
}
