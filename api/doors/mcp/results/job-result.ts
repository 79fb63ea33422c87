import type { CallToolResult } from "@modelcontextprotocol/server";

import type { McpCall } from "#api/doors/mcp/mcp-call.ts";
import { outputUri } from "#api/doors/mcp/output-uri.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { extensionOf } from "#storage/media-type.ts";

import { previewBlocks, type PreviewMode } from "./preview.ts";
import { questionText } from "./question-text.ts";

type PresentedOutput = PresentedJob["outputs"][number];

/** Clients cut long results: Claude Code at 25,000 tokens. */
const textCharactersMax = 20_000;
/** The run of a pipeline can have hundreds of files. */
const outputsMax = 20;

/**
 * Presents a job to a language model. The text comes first and names the URL, because clients cut long results
 * and many show nothing else; files follow as links and as small previews, never in full.
 */
export async function presentJobResult(
  given: PresentedJob,
  {
    preview,
    waitMs = 0,
    notes = [],
  }: {
    readonly preview: PreviewMode;
    /** Time to wait for a preview that a worker is making. */
    readonly waitMs?: number;
    readonly notes?: readonly string[];
  },
  call: McpCall,
): Promise<CallToolResult> {
  const job = { ...given, outputs: given.outputs.slice(0, outputsMax) };
  const left = given.outputs.length - job.outputs.length;
  const more = left === 0 ? [] : [`${left} more files: GET ${job.links.outputs} of the API.`];
  const blocks =
    job.status === "completed" && preview !== "none"
      ? await previewBlocks(job.outputs, { waitMs }, call)
      : [];
  return {
    content: [
      { type: "text", text: [jobText(job), ...more, ...notes].join("\n") },
      ...job.outputs.map((output) => toResourceLink(job.jobId, output)),
      ...blocks,
    ],
    structuredContent: toStructured(job),
    ...(job.status === "failed" ? { isError: true } : {}),
  };
}

/** Describes the state of a job and the next step; the job's id comes first. */
function jobText(job: PresentedJob): string {
  const { jobId, status, outputs, question, error } = job;
  if (status === "completed") {
    const charactersMax = Math.floor(textCharactersMax / Math.max(1, outputs.length));
    const files = outputs.map((output) => outputText(output, charactersMax));
    return [`${jobId} is completed (${aboutJob(job)}).`, ...files].join("\n");
  }
  if (status === "failed" && error !== undefined) {
    const retry = error.retryable ? " The same order may succeed later." : "";
    return `${jobId} failed, and nothing was charged for a result. ${error.code}: ${error.message} ${error.cure}${retry}`;
  }
  if (status === "needs_input" && question !== undefined) {
    return `${jobId} ended with a question, and nothing was charged. ${questionText(question)}`;
  }
  if (status === "canceled") return `${jobId} is canceled. ${job.billing.reason}`;
  const { percent, stage, etaSeconds } = job.progress;
  const eta = etaSeconds === undefined ? "" : `, about ${etaSeconds} s left`;
  return `${jobId} is not done yet (${stage}, ${percent} %${eta}). Call get_job with this job_id; do not order again.`;
}

function aboutJob({ request, model, billing }: PresentedJob): string {
  const credits = billing.capturedCredits;
  return [request.capability, model?.id, credits === 1 ? "1 credit" : `${credits} credits`]
    .filter((part) => part !== undefined)
    .join(", ");
}

function outputText(output: PresentedOutput, charactersMax: number): string {
  const { outputId, contentType, width, height, durationSeconds, url, expiresAt, text } = output;
  const size = width === undefined || height === undefined ? "" : ` ${width}×${height}`;
  const duration = durationSeconds === undefined ? "" : ` ${toTenths(durationSeconds)} s`;
  const file = `${contentType}${size}${duration}: ${url} (until ${expiresAt}; outputId ${outputId})`;
  return text === undefined ? file : `${file}\n${shorten(text, charactersMax)}`;
}

function toTenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

function shorten(text: string, charactersMax: number): string {
  return text.length <= charactersMax
    ? text
    : `${text.slice(0, charactersMax).toWellFormed()}… (${text.length} characters; the URL has all)`;
}

function toResourceLink(
  jobId: string,
  { outputId, contentType, bytes }: PresentedOutput,
): CallToolResult["content"][number] {
  return {
    type: "resource_link",
    uri: outputUri(jobId, outputId),
    name: `${outputId}.${extensionOf(contentType)}`,
    mimeType: contentType,
    size: bytes,
  };
}

function toStructured(job: PresentedJob): Record<string, unknown> {
  const { jobId, status, progress, model, billing, question, error, outputs } = job;
  return {
    jobId,
    status,
    ...(isFinal(status) ? {} : { progress }),
    ...(model === undefined ? {} : { model: model.id }),
    credits: billing.capturedCredits,
    outputs: outputs.map(({ text: _text, sha256: _sha256, ...output }) => output),
    ...(question === undefined ? {} : { question }),
    ...(error === undefined ? {} : { error }),
  };
}
