import { Job, Output } from "#db/entities/job.ts";
import { outputFactsOf } from "#db/jobs/outputs.ts";
import type { EntityManager } from "#db/orm.ts";
import type { ContextFile, Medium, QuestionedOption, Turn } from "#domain/conversations/context.ts";
import { firstJobIdOf } from "#domain/conversations/conversation-id.ts";
import type { Reference } from "#domain/conversations/follow-up.ts";
import { isFinal } from "#domain/jobs/job.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import { type GenerationInput, generationInputs } from "#domain/requests/generation.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";

import { listMessages } from "./conversations.ts";

/** Earlier messages that a message can refer to. */
const turnsMax = 10;

/**
 * Loads the messages before a message of its conversation, newest first. Null while an earlier message has not been
 * read, so that what it makes is unknown.
 */
export async function loadContext(
  em: EntityManager,
  { id, conversationId, organizationId }: Pick<Job, "id" | "conversationId" | "organizationId">,
): Promise<readonly Turn[] | null> {
  if (conversationId == null) return [];
  const jobs = await em.find(
    Job,
    { conversationId, organizationId, deletedAt: null, id: { $lt: id } },
    { orderBy: { id: "desc" }, limit: turnsMax },
  );
  return toTurns(em, jobs);
}

/**
 * Loads the latest messages of a conversation for one that is being written, newest first. Null while one of them has
 * not been read. Throws `conversation_not_found` or `outside_organization`.
 */
export async function loadLatestTurns(
  em: EntityManager,
  named: { readonly conversationId: string; readonly organizationId: string },
): Promise<readonly Turn[] | null> {
  return toTurns(em, await listMessages(em, { ...named, limit: turnsMax }));
}

async function toTurns(em: EntityManager, jobs: readonly Job[]): Promise<readonly Turn[] | null> {
  if (jobs.some(isUnread)) return null;
  const outputs = await em.find(
    Output,
    { jobId: { $in: jobs.map((job) => job.id) } },
    { orderBy: { step: "asc", ordinal: "asc" } },
  );
  const byJob = Map.groupBy(outputs, ({ jobId }) => jobId);
  return jobs.map((job) => toTurn(job, byJob.get(job.id) ?? []));
}

/**
 * Finds the newest message of a conversation, which can be one of a single message. Null when there is none that this
 * organization may read.
 */
export async function findLastMessage(
  em: EntityManager,
  { conversationId, organizationId }: { conversationId: string; organizationId: string },
): Promise<Job | null> {
  const known = { organizationId, deletedAt: null, source: "chat" as const, runId: null };
  return (
    (await em.findOne(Job, { ...known, conversationId }, { orderBy: { id: "desc" } })) ??
    (await em.findOne(Job, { ...known, id: firstJobIdOf(conversationId) }))
  );
}

/** Facts about files of earlier messages, as far as the files exist: their jobs may still run. */
export async function listEarlierFacts(
  em: EntityManager,
  inputs: readonly GenerationInput[],
  organizationId: string,
): Promise<InputFacts[]> {
  return Promise.all(
    inputs.map(async (input) => ({
      kind: input.kind,
      ...("outputOf" in input ? await factsOfMade(em.fork(), input, organizationId) : {}),
      ...("inputOf" in input ? await factsOfSent(em.fork(), input, organizationId) : {}),
    })),
  );
}

async function factsOfMade(
  em: EntityManager,
  { outputOf, ordinal }: { readonly outputOf: string; readonly ordinal: number },
  organizationId: string,
): Promise<Omit<InputFacts, "kind">> {
  const output = await em.findOne(Output, { jobId: outputOf, ordinal, organizationId });
  return output === null ? {} : outputFactsOf(output);
}

async function factsOfSent(
  em: EntityManager,
  { inputOf, ordinal }: { readonly inputOf: string; readonly ordinal: number },
  organizationId: string,
): Promise<Omit<InputFacts, "kind">> {
  const job = await em.findOne(Job, { id: inputOf, organizationId });
  const stored = job?.storedInputs?.[ordinal];
  if (stored === undefined) return {};
  const { durationSeconds, width, height, framesPerSecond } = stored;
  return {
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(framesPerSecond === undefined ? {} : { framesPerSecond }),
  };
}

function isUnread({ status, request, intent }: Job): boolean {
  return request.parseIntent && intent == null && !isFinal(status);
}

function toTurn(job: Job, outputs: readonly Output[]): Turn {
  const { request, intent, question, status } = job;
  const isStored = job.redactedAt == null;
  const isAsked = isStored && status === "needs_input";
  const { capability, prompt, parameters } = generationOf(job);
  // The files of a message that is no longer stored are named as expired, but its request is unknown.
  const isRequest = isStored && (job.capability != null || isAsked);
  return {
    jobId: job.id,
    text: request.message ?? request.prompt ?? "",
    act: intent?.understood?.act ?? "new",
    refersTo: intent?.understood?.refersTo ?? [],
    capability: isRequest ? (isAsked ? intent?.capability : capability) : undefined,
    subject: isAsked ? (intent?.subject ?? "") : prompt,
    parameters,
    model: job.modelId ?? request.model,
    inputs: generationInputs(request.inputs).map((input, ordinal): GenerationInput =>
      "ordinal" in input || job.storedInputs == null
        ? input
        : { kind: input.kind, inputOf: job.id, ordinal },
    ),
    sent: generationInputs(request.inputs).flatMap((input, ordinal) =>
      "url" in input || "assetId" in input ? [sentFile(job.id, input.kind, ordinal)] : [],
    ),
    made: isAsked || job.capability == null ? [] : madeFiles(job, job.capability, outputs),
    ...(isAsked && question != null ? { question: question.options.map(toOption) } : {}),
  };
}

function sentFile(jobId: string, kind: GenerationInput["kind"], ordinal: number): ContextFile {
  const medium = kind === "mask" ? "image" : kind;
  return { reference: { kind: medium, inputOf: jobId, ordinal }, medium, isKept: true };
}

const textual: ReadonlySet<Capability> = new Set(["speech-to-text", "vision-analysis"]);

/** Files that the job has made, or will make while it runs. */
function madeFiles(job: Job, capability: Capability, outputs: readonly Output[]): ContextFile[] {
  const kind = job.contentType ?? "image";
  const mediumOf = (contentType: ContentType): Medium =>
    textual.has(capability) ? "text" : contentType;
  if (!isFinal(job.status)) {
    const { count = 1 } = generationOf(job).parameters;
    return Array.from({ length: count }, (_, ordinal) => ({
      reference: { kind, outputOf: job.id, ordinal },
      medium: mediumOf(kind),
      isKept: true,
    }));
  }
  return outputs.map((output) => ({
    reference: { kind, outputOf: job.id, ordinal: output.ordinal },
    medium: mediumOf(kind),
    isKept: output.deletedAt == null && output.expiresAt > new Date(),
    ...(output.text == null ? {} : { text: output.text }),
  }));
}

type AskedOption = NonNullable<Job["question"]>["options"][number] & {
  readonly refersTo?: readonly Reference[];
};

function toOption({ label, capability, request, refersTo = [] }: AskedOption): QuestionedOption {
  const missing = request.missing ?? [];
  return {
    label,
    capability,
    takesText: missing.includes("/prompt"),
    files: missing.filter((pointer) => pointer.startsWith("/inputs/")).length,
    refersTo,
  };
}
