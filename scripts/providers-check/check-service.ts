import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import type {
  AdapterFile,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { submitVerdict } from "#domain/jobs/submission.ts";
import { attemptMsMax, sendWithinMs } from "#domain/jobs/time-limits.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import type { CheapestCall } from "./cheapest-call.ts";
import type { CheckEntry, CheckFailure, CheckedFile, SentFields } from "./check-report.ts";
import type { CheckAccess } from "./plan-checks.ts";

export interface ServiceCheck {
  readonly adapter: ProviderAdapter;
  readonly access: CheckAccess;
  readonly call: CheapestCall;
  /** Interval between polls for the result. */
  readonly pollMs: number;
  /**
   * Aborts every wait except the one for the response to the paid request: a lost response cannot be fetched
   * again.
   */
  readonly stop: AbortSignal;
  /** Durable when it returns: the entry is never lost. */
  note(entry: CheckEntry): Promise<void>;
  /** True when the paid request may be sent; called after the health check succeeds. */
  approve(): Promise<boolean>;
  keepFile(file: AdapterFile, ordinal: number, signal: AbortSignal): Promise<CheckedFile>;
}

const healthTimeoutMs = 20_000;
const questionTimeoutMs = 60_000;
const fetchTimeoutMs = 600_000;
const fetchAttemptsMax = 3;
const fetchPauseMs = 2_000;
/** Results that take longer are polled for by the next run, at no charge. */
const waitMsMax = 1_800_000;

/**
 * Runs the free health check, then sends the one paid request and waits for its result. Returns null when it
 * was not approved; nothing was sent then.
 */
export async function startCheck(check: ServiceCheck): Promise<CheckEntry | null> {
  const { adapter, access, call, stop } = check;
  const { model, capability, usd, credits } = call;
  const planned = { model: model.id, capability, usd, credits };
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(healthTimeoutMs)]);
    await adapter.checkHealth({ ...access, idempotencyKey: "", signal });
  } catch (error) {
    if (stop.aborted) return null;
    const at = new Date().toISOString();
    return noted(check, { state: "unhealthy", ...planned, at, failure: failureOf(error) });
  }
  const healthMs = Math.round(performance.now() - startedAt);
  if (!(await check.approve())) return null;
  return send(check, {
    ...planned,
    idempotencyKey: `check_${randomUUID()}:main:1`,
    sentAt: new Date().toISOString(),
    healthMs,
  });
}

/**
 * Continues an earlier run: polls for the result of an accepted request, and looks up a request without a
 * response. Sends nothing that is paid.
 */
export async function resumeCheck(former: CheckEntry, check: ServiceCheck): Promise<CheckEntry> {
  if (former.state === "accepted") return awaitResult(former, check);
  if (former.state !== "sending") return former;
  const handle = former.handle ?? (await lookUp(former.idempotencyKey, check));
  if (handle === null) return former;
  const { failure: _failure, ...sent } = former;
  return awaitResult(await noted(check, { ...sent, state: "accepted", handle }), check);
}

async function lookUp(
  idempotencyKey: string,
  { adapter, access, stop }: ServiceCheck,
): Promise<ProviderHandle | null> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(questionTimeoutMs)]);
  try {
    return (await adapter.lookup?.(idempotencyKey, { ...access, idempotencyKey, signal })) ?? null;
  } catch {
    // A failed lookup counts as not found: the request stays in doubt and is not sent again.
    return null;
  }
}

async function send(check: ServiceCheck, sent: SentFields): Promise<CheckEntry> {
  const { adapter, access, call } = check;
  let sending: Sending = await noted(check, {
    state: "sending",
    ...sent,
    requestId: null,
    handle: null,
    failure: null,
  });
  let answer: SubmitResult;
  try {
    answer = await adapter.submit(call.request, {
      ...access,
      idempotencyKey: sent.idempotencyKey,
      signal: AbortSignal.timeout(attemptMsMax),
      sendBefore: Date.now() + sendWithinMs,
      announce: async ({ handle, providerRequestId }) => {
        sending = await noted(check, { ...sending, handle, requestId: providerRequestId });
        return { sendBefore: Date.now() + sendWithinMs };
      },
    });
  } catch (error) {
    const failure = failureOf(error);
    const code = error instanceof AppError ? error.code : "provider_outcome_unknown";
    return submitVerdict(code) === "ambiguous"
      ? noted(check, { ...sending, failure })
      : noted(check, { state: "refused", ...sent, failure });
  }
  const requestId = answer.providerRequestId ?? sending.requestId;
  if (answer.state === "accepted") {
    const { handle } = answer;
    return awaitResult(
      await noted(check, { state: "accepted", ...sent, requestId, handle }),
      check,
    );
  }
  return keepAnswered(check, { ...sent, requestId }, answer.result.files);
}

type Sending = Extract<CheckEntry, { state: "sending" }>;
type Accepted = Extract<CheckEntry, { state: "accepted" }>;
type Answered = SentFields & Pick<Accepted, "requestId">;

/**
 * Stores a result that came with the response. Ignores `stop`, because the provider cannot be polled for the
 * result again.
 */
async function keepAnswered(
  check: ServiceCheck,
  answered: Answered,
  files: readonly AdapterFile[],
): Promise<CheckEntry> {
  const signal = AbortSignal.timeout(fetchTimeoutMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await keepResult(check, answered, { files, signal });
    } catch (error) {
      if (attempt < fetchAttemptsMax && (await pause(fetchPauseMs, signal))) continue;
      return noted(check, { state: "failed", ...answered, failure: failureOf(error) });
    }
  }
}

async function awaitResult(accepted: Accepted, check: ServiceCheck): Promise<CheckEntry> {
  const deadline = Date.now() + waitMsMax;
  let current = accepted;
  for (let fetches = 0; ;) {
    let isFetching = false;
    try {
      const answer = await ask(current, check);
      if (answer.state === "canceled") {
        throw new AppError("provider_failed", { details: { reason: "The provider canceled it." } });
      }
      if (answer.state === "succeeded") {
        isFetching = true;
        fetches += 1;
        const signal = AbortSignal.any([check.stop, AbortSignal.timeout(fetchTimeoutMs)]);
        const { files } = answer.result;
        return await keepResult(check, withoutHandle(current), { files, signal });
      }
      if (answer.handle !== undefined) {
        current = await noted(check, { ...current, handle: answer.handle });
      }
    } catch (error) {
      if (check.stop.aborted) return current;
      // A new poll usually returns a new URL.
      const mayPass = isFetching ? fetches < fetchAttemptsMax : mayAskAgain(error);
      if (!mayPass) {
        const failure = failureOf(error);
        return noted(check, { ...withoutHandle(current), state: "failed", failure });
      }
    }
    const isTime = Date.now() < deadline && (await pause(check.pollMs, check.stop));
    if (!isTime) return current;
  }
}

/** Removes the handle: a finished request is not polled any more. */
function withoutHandle({ handle: _handle, state: _state, ...answered }: Accepted): Answered {
  return answered;
}

async function ask(
  { handle, idempotencyKey }: Accepted,
  { adapter, access, stop }: ServiceCheck,
): Promise<PollResult> {
  if (adapter.poll === undefined) throw new AppError("provider_response_invalid");
  const signal = AbortSignal.any([stop, AbortSignal.timeout(questionTimeoutMs)]);
  const call: ProviderCall = { ...access, idempotencyKey, signal };
  return adapter.poll(handle, call);
}

/** Errors that do not come from the provider, such as a broken connection, may be transient. */
function mayAskAgain(error: unknown): boolean {
  return !(error instanceof AppError) || errorCatalog[error.code].retryable;
}

async function keepResult(
  check: ServiceCheck,
  answered: Answered,
  { files, signal }: { files: readonly AdapterFile[]; signal: AbortSignal },
): Promise<CheckEntry> {
  if (files.length === 0) throw new AppError("output_invalid", { details: { reason: "no file" } });
  const kept: CheckedFile[] = [];
  for (const [ordinal, file] of files.entries()) {
    kept.push(await check.keepFile(file, ordinal, signal));
  }
  const tookMs = Date.now() - Date.parse(answered.sentAt);
  return noted(check, { ...answered, state: "succeeded", tookMs, files: kept });
}

/** Returns false when stopped in the meantime. */
async function pause(ms: number, stop: AbortSignal): Promise<boolean> {
  return delay(ms, undefined, { signal: stop }).then(
    () => true,
    () => false,
  );
}

async function noted<Entry extends CheckEntry>(
  { note }: Pick<ServiceCheck, "note">,
  entry: Entry,
): Promise<Entry> {
  await note(entry);
  return entry;
}

/** Reports the innermost `AppError`: that a key was refused, not that another key may be used. */
function failureOf(error: unknown): CheckFailure {
  let told = error;
  while (told instanceof AppError && told.cause instanceof AppError) told = told.cause;
  if (!(told instanceof AppError)) {
    return { code: "internal", reason: told instanceof Error ? told.message : String(told) };
  }
  const { reason, status, requestId } = told.details;
  const more = [
    ...(typeof status === "number" ? [`HTTP ${status}`] : []),
    ...(typeof requestId === "string" ? [`request ${requestId}`] : []),
  ].join(", ");
  const said = typeof reason === "string" ? reason : told.message;
  return { code: told.code, reason: more === "" ? said : `${said} (${more})` };
}
