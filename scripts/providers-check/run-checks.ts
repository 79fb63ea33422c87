import type { CheckBook } from "./check-book.ts";
import { type CheckEntry, maySend } from "./check-report.ts";
import { resumeCheck, type ServiceCheck, startCheck } from "./check-service.ts";
import type { PlannedCheck } from "./plan-checks.ts";
import { dayOf, presentOutcome, presentPrice } from "./present-report.ts";
import { createRecorder } from "./recorded-call.ts";

interface CheckRun {
  readonly book: CheckBook;
  readonly stop: AbortSignal;
  /** True when a service that was already paid for may be called and charged again. */
  readonly again: boolean;
  readonly say: (line: string) => void;
  readonly approves: (question: string) => Promise<boolean>;
  /** Milliseconds between two polls for a result. */
  readonly pollMs: (check: PlannedCheck) => number;
}

type ReadyCheck = PlannedCheck & { readonly access: NonNullable<PlannedCheck["access"]> };

/**
 * Calls one service after the other, once each. A request that the book records as charged, or possibly
 * charged, is not sent again; its result is polled for at no charge. Returns true when nothing went wrong and
 * no result is outstanding.
 */
export async function runChecks(checks: readonly PlannedCheck[], run: CheckRun): Promise<boolean> {
  let isFine = true;
  for (const check of checks.filter(isReady)) {
    if (run.stop.aborted) return false;
    const entry = await runCheck(check, run);
    if (entry !== null && entry.state !== "succeeded") isFine = false;
  }
  return isFine && !run.stop.aborted;
}

function isReady(check: PlannedCheck): check is ReadyCheck {
  return check.access !== null;
}

/** Null: nothing was sent, because it was not approved. */
async function runCheck(planned: ReadyCheck, run: CheckRun): Promise<CheckEntry | null> {
  const { slug } = planned.service;
  const former = run.book.report.services[slug];
  const recorder = createRecorder();
  const access = { ...planned.access, observe: recorder.observe };
  const check = toServiceCheck({ ...planned, access }, run);
  if (former !== undefined && !maySend(former)) {
    const now = await resumeCheck(former, check);
    run.say(`${slug}: ${presentOutcome(now)}`);
    if (now !== former || now.state === "accepted") return now;
    if (!run.again) {
      run.say(`${slug}: not sent again after ${dayOf(now)}; --again pays once more.`);
      return now;
    }
  }
  const entry = await startCheck(check);
  if (entry !== null && entry.state !== "unhealthy") {
    const exchanges = await recorder.exchanges();
    const { model, sentAt: recordedAt } = entry;
    if (exchanges.length > 0) await run.book.keepRecording({ slug, model, recordedAt, exchanges });
  }
  run.say(`${slug}: ${entry === null ? "not called." : presentOutcome(entry)}`);
  return entry;
}

function toServiceCheck(
  planned: ReadyCheck,
  { book, stop, approves, pollMs, say }: CheckRun,
): ServiceCheck {
  const { adapter, access, call, service } = planned;
  const { slug } = service;
  return {
    adapter,
    access,
    call,
    stop,
    pollMs: pollMs(planned),
    note: async (entry) => book.note(slug, entry),
    keepFile: async (file, ordinal, signal) => {
      const trustedOrigin = new URL(access.baseUrl).origin;
      return book.keepFile(slug, { file, ordinal, signal, trustedOrigin });
    },
    async approve() {
      const what = `${call.model.id}, ${call.capability}, ${presentPrice(call)}`;
      const isApproved = (await approves(`${slug} answers. Send ${what}?`)) && !stop.aborted;
      if (isApproved) say(`${slug}: sending ${what}`);
      return isApproved;
    },
  };
}
