import {
  ApiError,
  type Batch,
  ConnectionError,
  type Job,
  type JobEvent,
  type OperationId,
} from "@gme/client";
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

import { type Credits, type EventPage, type FeedEvent, isJobEvent } from "./feed.ts";
import { changesMembers, hasJob, isFinal, isQuiet, mapJob, mergeEvent } from "./merge-event.ts";

/** Reads of endpoints under `/app`. */
type AppRead = "listMarkedJobs" | "countJobs" | "listLibrary" | "listRecentFiles";

/** Reads that events of the stream keep up to date. */
const liveReads: readonly unknown[] = [
  "getJob",
  "listJobs",
  "listJobEvents",
  "listMarkedJobs",
  "countJobs",
  "listLibrary",
  "listRecentFiles",
  "listPipelineRuns",
  "getBatch",
  "listBatches",
  "listWebhookDeliveries",
  "getCredits",
  "listLedger",
] satisfies (OperationId | AppRead)[];
/** Reads whose data are jobs. */
const jobReads: readonly unknown[] = ["getJob", "listJobs", "listMarkedJobs"] satisfies (
  | OperationId
  | AppRead
)[];
const jobsRememberedMax = 2_000;
/** A burst of events, such as the start of a batch, is one read of a list. */
const pauseMs = 1_000;

export interface EventSink {
  apply(event: FeedEvent): void;
}

interface EventReads {
  /** Reads a job that has ended, with its files and costs. */
  readonly readJob: (jobId: string) => Promise<Job>;
  /** Adds the newest files to the libraries that are shown. */
  readonly addNewestFiles: () => Promise<void>;
}

/** Writes events of the stream into the cache. */
export function createEventSink(
  client: QueryClient,
  { readJob, addNewestFiles }: EventReads,
): EventSink {
  const lastSequence = new Map<string, number>();
  const due = new Map<string, () => Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Lets a read that is under way end first: another would join a first read, and would cancel any other. */
  function readAgain(queryKey: QueryKey): void {
    readSoon(JSON.stringify(queryKey), async () => {
      if (client.isFetching({ queryKey }) > 0) readAgain(queryKey);
      else await client.invalidateQueries({ queryKey }, { throwOnError: true });
    });
  }

  /** A read that is under way may have begun before the event. */
  function readAgainIfReading(queryKey: QueryKey): void {
    if (client.isFetching({ queryKey }) > 0) readAgain(queryKey);
  }

  function readSoon(name: string, read: () => Promise<void>): void {
    due.set(name, read);
    timer ??= setTimeout(() => {
      timer = undefined;
      const reads = [...due];
      due.clear();
      for (const [each, work] of reads) void readNow(each, work);
    }, pauseMs);
  }

  /** The stream sends each change once, so a read that could not reach the engine is repeated until it can. */
  async function readNow(name: string, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      const isPassing =
        error instanceof ConnectionError || (error instanceof ApiError && error.retryable);
      if (isPassing) readSoon(name, read);
    }
  }

  function isNew({ jobId, sequence }: JobEvent): boolean {
    if ((lastSequence.get(jobId) ?? 0) >= sequence) return false;
    // Deleting first keeps the order of the last change, so the oldest entry is dropped.
    lastSequence.delete(jobId);
    lastSequence.set(jobId, sequence);
    const [oldest] = lastSequence.keys();
    if (lastSequence.size > jobsRememberedMax && oldest !== undefined) lastSequence.delete(oldest);
    return true;
  }

  function applyToJobs(event: JobEvent): void {
    const { jobId } = event;
    let isShown = false;
    for (const query of listQueries(client, jobReads)) {
      const { data } = query.state;
      const isMember = hasJob(data, jobId);
      isShown ||= isMember;
      client.setQueryData(
        query.queryKey,
        mapJob(data, jobId, (job) => mergeEvent(job, event)),
      );
      if (isAffected(query, event, isMember)) readAgain(query.queryKey);
    }
    if (isShown && isFinal(event)) void replaceJob(jobId);
    if (event.step !== undefined) readAgain(["getJob", { path: { jobId } }]);
  }

  /** Events have neither files nor costs. */
  async function replaceJob(jobId: string): Promise<void> {
    const job = await readJob(jobId).catch(() => undefined);
    for (const { queryKey, state } of listQueries(client, jobReads)) {
      if (job === undefined) {
        if (hasJob(state.data, jobId)) readAgain(queryKey);
        continue;
      }
      client.setQueryData(
        queryKey,
        mapJob(state.data, jobId, (shown) => ({ ...job, ...marksOf(shown) })),
      );
    }
  }

  function applyToTimeline(event: JobEvent): void {
    for (const query of listQueries(client, ["listJobEvents"])) {
      const { path } = query.queryKey[1] as { readonly path?: { readonly jobId: string } };
      if (path?.jobId !== event.jobId) continue;
      const page = query.state.data as EventPage | undefined;
      const isNext = page?.nextCursor === null && page.data.length === event.sequence - 1;
      if (isNext) client.setQueryData(query.queryKey, { ...page, data: [...page.data, event] });
      else readAgain(query.queryKey);
    }
  }

  function applyBatch(batch: Batch): void {
    const queryKey = ["getBatch", { path: { batchId: batch.batchId } }];
    client.setQueriesData({ queryKey }, (known) =>
      known === undefined ? known : { ...known, ...batch },
    );
    readAgainIfReading(queryKey);
    readAgain(["listBatches"]);
  }

  return {
    apply(event) {
      if (event.type === "reset") {
        for (const query of client.getQueryCache().findAll({ predicate: isOutdated })) {
          readAgain(query.queryKey);
        }
      } else if (isJobEvent(event)) {
        if (!isNew(event)) return;
        applyToJobs(event);
        applyToTimeline(event);
        if (event.step !== undefined || isFinal(event)) readAgain(["listPipelineRuns"]);
        if (isFinal(event)) {
          // Instead of all pages of each library.
          readSoon("newest files", addNewestFiles);
          readAgain(["listRecentFiles"]);
          // Lines that cancel each other out, such as hold and release, leave the credits as they were.
          readAgain(["listLedger"]);
        }
        if (!isQuiet(event)) readAgain(["countJobs"]);
      } else if (event.type === "batch.changed") applyBatch(event.batch);
      else if (event.type === "credits.changed") {
        const { available, held } = event;
        const before = client.getQueryData<Credits>(["getCredits", {}]);
        readAgainIfReading(["getCredits", {}]);
        if (before?.available === available && before.held === held) return;
        client.setQueryData<Credits>(["getCredits", {}], (credits) =>
          credits === undefined ? credits : { ...credits, available, held },
        );
        readAgain(["listLedger"]);
      } else readAgain(["listWebhookDeliveries"]);
    },
  };
}

/** Events and `GET /v1/jobs/{jobId}` know nothing of marks. */
function marksOf(job: Job): { readonly marks?: unknown } {
  return "marks" in job ? { marks: job.marks } : {};
}

function listQueries(client: QueryClient, operationIds: readonly unknown[]): Query[] {
  return client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [id] }) => operationIds.includes(id) });
}

/** An ended job changes no more. */
function isOutdated({ queryKey: [operationId], state }: Query): boolean {
  const isEnded =
    operationId === "getJob" && state.data !== undefined && isFinal(state.data as Job);
  return liveReads.includes(operationId) && !isEnded;
}

interface JobInput {
  readonly path?: { readonly jobId: string };
  readonly query?: { readonly status?: string };
}

/**
 * A read that is under way may have begun before the event; it may also bring a job that is not shown yet, whose progress
 * another event reports again.
 */
function isAffected({ queryKey, state }: Query, event: JobEvent, isMember: boolean): boolean {
  const [operationId, input] = queryKey as [string, JobInput];
  const isReading = state.fetchStatus === "fetching";
  if (operationId === "getJob") return isReading && input.path?.jobId === event.jobId;
  const mayMiss = isReading && (isMember || !isQuiet(event));
  return mayMiss || changesMembers(input.query ?? {}, event, isMember);
}
