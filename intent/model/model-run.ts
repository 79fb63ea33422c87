import type { MessageRun, OfferedRuns } from "#domain/pipelines/message-run.ts";
import { isCapability, takesTextOnly } from "#domain/requests/capability.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import { describeRequest } from "#intent/follow-up/ask-back.ts";
import { emptyIntent } from "#intent/follow-up/requests.ts";
import { toRunInputs } from "#intent/pipelines/read-pipeline-message.ts";

import type { ModelAnswer, ModelRequest } from "./answer-schema.ts";
import { statedBy } from "./merge-answer.ts";

/**
 * Returns the question whether to start the run that a language model has read from a message, with the run. A run costs
 * as much as several generations, and no other reader confirms it, so the engine always asks. Null when the answer is one
 * request. Throws when the run is not possible.
 */
export function readModelRun(
  answer: ModelAnswer,
  { message, runs }: Pick<MessageToParse, "message" | "runs">,
  model: string,
): ParsedMessage | null {
  const run = runs && (toPipelineRun(answer, message, runs) ?? toRequests(answer));
  if (run == null) return null;
  return {
    outcome: "needs_input",
    intent: { ...emptyIntent, parser: "llm", model },
    question: { text: describe(run, runs), options: [{ label: "Start" }] },
    run,
  };
}

function toPipelineRun(
  { pipeline }: ModelAnswer,
  message: string,
  { pipelines, files }: OfferedRuns,
): MessageRun | null {
  if (pipeline == null) return null;
  const offered = pipelines.find(({ pipelineId }) => pipelineId === pipeline.id);
  const slots = Object.fromEntries(pipeline.inputs.map(({ name, value }) => [name, value]));
  const inputs =
    offered && toRunInputs(offered.inputs, { message: { text: message }, slots, files });
  if (inputs == null) {
    throw new Error("The language model named inputs that the pipeline does not accept.");
  }
  return { pipelineId: pipeline.id, inputs };
}

function toRequests(answer: ModelAnswer): MessageRun | null {
  const { more = [] } = answer;
  return more.length === 0 ? null : { requests: [answer, ...more].map(toRequest) };
}

/** Requests of one message stand for themselves. */
function toRequest(request: ModelRequest) {
  const { capability } = request;
  const subject = request.subject.trim();
  if (!isCapability(capability) || !takesTextOnly(capability) || subject === "") {
    throw new Error("The language model named a request that cannot be one of several.");
  }
  return { capability, subject, parameters: statedBy(request) };
}

/** Files have no value that means something to the caller. */
function isShown(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

const shownCharactersMax = 80;

function describe(run: MessageRun, runs: OfferedRuns | undefined): string {
  if ("requests" in run) {
    const requests = run.requests.map(
      (request, at) => `${at + 1}. ${cut(describeRequest(request))}`,
    );
    return `Start these ${requests.length} generations? ${requests.join(" ")}`;
  }
  const { name } = runs?.pipelines.find(({ pipelineId }) => pipelineId === run.pipelineId) ?? {};
  const inputs = Object.entries(run.inputs).flatMap(([input, value]) =>
    isShown(value) ? [`${input}: ${cut(String(value))}`] : [],
  );
  return `Start the pipeline "${name ?? run.pipelineId}"? ${inputs.join(", ")}`.trim();
}

function cut(text: string): string {
  return text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax - 1)}…`;
}
