import {
  JobCanceledError,
  NeedsInputError,
  type ChatRequest,
  type GenerationRequest,
  type JobHandle,
  type JobWithFiles,
  type MediaEngine,
  type PipelineRunEstimate,
  type PricedEstimate,
  type Question,
  type QuestionOption,
} from "@gme/client";

import { CliError, exitCodes } from "./cli-error.ts";
import { ask, canAsk, note, printJson, printResult } from "./console.ts";
import { cancelOnInterrupt } from "./interrupts.ts";
import { createProgress } from "./progress.ts";
import { checkTarget, saveOutputs } from "./save-outputs.ts";
import { plainText, toCredits } from "./terminal-text.ts";

export interface JobOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly maxCredits?: number;
  readonly progress?: string;
  readonly timeout?: number;
  /** False with `--no-wait`. */
  readonly wait?: boolean;
  readonly dryRun?: boolean;
}

export type JobRequest = ChatRequest | GenerationRequest;

/** A price above this needs a person's consent, `--yes` or `--max-credits`. */
const consentCredits = 10;
const waitSecondsDefault = 900;
const questionsMax = 5;

/** Shows the price, creates the job, follows it and prints the result. */
export async function runJob(
  engine: MediaEngine,
  request: JobRequest,
  options: JobOptions,
): Promise<void> {
  await checkTarget(options.output, options.force === true);
  let current = request;
  for (let questions = 0; ; questions += 1) {
    const estimate = await engine.estimates.create(current);
    if (options.dryRun === true) {
      printEstimate(estimate, options);
      return;
    }
    let question: Question | undefined;
    if (estimate.outcome === "needs_input") question = estimate.question;
    else {
      await agreeToPrice(estimate, options);
      const { estimateId } = estimate;
      const handle = await engine.submit({ ...withLimit(current, options), estimateId });
      try {
        await followJob(engine, handle, options);
        return;
      } catch (error) {
        if (!(error instanceof NeedsInputError) || !canAsk()) throw error;
        question = error.job.question;
      }
    }
    if (question === undefined || questions === questionsMax) throw unanswered(question);
    current = (await answer(question)) as JobRequest;
  }
}

function withLimit(request: JobRequest, { maxCredits }: JobOptions): JobRequest {
  return maxCredits === undefined ? request : { ...request, maxCredits };
}

type Priced = PricedEstimate | PipelineRunEstimate;

/** Highest price of an estimate; the price of a run has a range. */
function highestPrice({ price }: Priced): number {
  return "credits" in price ? price.credits : price.maxCredits;
}

function describePrice(estimate: Priced): string {
  const seconds = `about ${Math.ceil(estimate.expectedSeconds)} s`;
  if ("model" in estimate) {
    return `${toCredits(estimate.price.credits)} with ${estimate.model.id}, ${seconds}`;
  }
  const { minCredits, maxCredits } = estimate.price;
  const price = minCredits === maxCredits ? "" : `${minCredits} to `;
  return `${price}${toCredits(maxCredits)} for a run, ${seconds}`;
}

/** Shows the price. Throws for one above `--max-credits`, and for a high one without consent. */
export async function agreeToPrice(
  estimate: Priced,
  { yes, maxCredits, progress }: JobOptions,
): Promise<void> {
  const credits = highestPrice(estimate);
  if (progress !== "json") note(describePrice(estimate));
  // Every generation of an engine without provider keys would repeat which keys are missing: `gme providers` lists them.
  for (const { code, message } of estimate.warnings) {
    if (code !== "provider_not_configured") note(plainText(message));
  }
  if (maxCredits !== undefined && credits > maxCredits) {
    throw new CliError(
      `The price of ${toCredits(credits)} is above --max-credits ${maxCredits}.`,
      exitCodes.credits,
    );
  }
  if (yes === true || maxCredits !== undefined || credits <= consentCredits) return;
  if (!canAsk()) {
    throw new CliError(
      `A price above ${consentCredits} credits needs --yes, or --max-credits ${credits}.`,
      exitCodes.credits,
    );
  }
  const reply = await ask(`Pay ${toCredits(credits)}? [y/N] `);
  if (!/^y(es)?$/i.test(reply)) throw new CliError("Nothing was ordered.", exitCodes.credits);
}

function printEstimate(
  estimate: Awaited<ReturnType<MediaEngine["estimates"]["create"]>>,
  { json }: JobOptions,
): void {
  if (json === true) printJson(estimate);
  else if (estimate.outcome === "priced") printResult(describePrice(estimate));
  else throw unanswered(estimate.question);
}

/** Asks the question at the terminal. Returns the request that answers it. */
async function answer(question: Question): Promise<object> {
  const { text, options } = question;
  if (!canAsk() || options.length === 0) throw unanswered(question);
  note(plainText(text));
  for (const [index, { label }] of options.entries()) note(`  ${index + 1}  ${plainText(label)}`);
  const reply = await ask(`Your choice [1-${options.length}, or nothing to stop]: `);
  const chosen: QuestionOption | undefined = options[Number(reply) - 1];
  if (chosen === undefined) throw new CliError("Nothing was ordered.", exitCodes.question);
  const { body, missing = [] } = chosen.request;
  const given: Record<string, unknown> = {};
  for (const field of missing) given[field.replace(/^\//, "")] = await ask(`${field}: `);
  return { ...body, ...given };
}

function unanswered(question: Question | undefined): CliError {
  const labels = (question?.options ?? []).map(({ label }) => `  - ${plainText(label)}`);
  const text = plainText(question?.text ?? "The request is not clear enough.");
  return new CliError([text, ...labels].join("\n"), exitCodes.question);
}

/** Follows a job to its end and prints the result. The first Ctrl-C cancels the job. */
export async function followJob(
  engine: MediaEngine,
  handle: JobHandle,
  options: JobOptions,
): Promise<void> {
  const { jobId } = handle;
  if (options.wait === false) {
    printJobId(await handle.refresh(), options);
    return;
  }
  const progress = createProgress(options.progress);
  const endInterrupts = cancelOnInterrupt(engine, jobId);
  try {
    const timeoutMs = (options.timeout ?? waitSecondsDefault) * 1_000;
    const job = await handle.wait({ timeoutMs, onProgress: (event) => progress.show(event) });
    progress.end();
    endInterrupts();
    await printOutputs(job, options);
  } catch (error) {
    progress.end();
    if (endInterrupts() && error instanceof JobCanceledError) {
      throw new CliError(`Canceled; nothing was charged. Job: ${jobId}`, exitCodes.interrupted);
    }
    throw error;
  }
}

function printJobId(job: JobWithFiles, { json }: JobOptions): void {
  if (json === true) printJson(job);
  else printResult(job.jobId);
}

/** Prints paths, the URLs where nothing is stored, or the job. */
export async function printOutputs(job: JobWithFiles, options: JobOptions): Promise<void> {
  const { output: target, force = false, json } = options;
  const { jobId, outputs } = job;
  const paths = target === undefined ? [] : await saveOutputs(outputs, { target, jobId, force });
  if (options.progress !== "json") {
    note(`${toCredits(job.billing.capturedCredits)} charged · ${jobId}`);
  }
  if (target === "-") return;
  if (json === true) printJson(paths.length === 0 ? job : { ...job, paths });
  else if (target !== undefined) printResult(paths.join("\n"));
  else printResult(outputs.map(({ url }) => url).join("\n"));
}
