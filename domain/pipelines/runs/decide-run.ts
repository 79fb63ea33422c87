import { finishRun } from "./finish-run.ts";
import { pacedStarts } from "./pace-starts.ts";
import type { RunDecision, RunSources, RunState } from "./run-state.ts";
import { settleEndedSteps } from "./settle-steps.ts";
import { visitScope } from "./visit-scope.ts";
import { beginPass, beginWork, isStopAnswered, runScope, type Work } from "./work.ts";

/** Steps that one decision starts at most, so that a turn stays short. */
export const startsMax = 100;

const concurrencyDefault = 10;

/**
 * Decides what happens next in a run: steps that settle, are skipped, reused or started, questions, and the end. A
 * failed step ends its scope: nothing new starts there, running jobs finish, and the rest is skipped.
 */
export function decideRun(state: RunState, sources: RunSources): RunDecision {
  const work = beginWork(state, sources);
  settleEndedSteps(work);
  const end = decideUntilStable(work);
  const started = new Set(work.starts.map(({ key }) => key));
  return {
    missing: [...work.missing.values()],
    rows: [...work.changed].flatMap((key) => (started.has(key) ? [] : (work.rows.get(key) ?? []))),
    starts: work.starts,
    cancels: [...work.cancels],
    tasks: tasksOf(work),
    more: work.isLimited,
    isPaced: work.isPaced,
    nextTimeout: work.nextTimeout,
    end,
  };
}

/** Repeats, because a settled step lets others go on. Each pass but the last changes a row. */
function decideUntilStable(work: Work): RunDecision["end"] {
  for (;;) {
    const before = work.changes;
    const capacity = capacityOf(work);
    const paced = pacedCapacityOf(work);
    const most = work.state.isUnlimited === true ? capacity : Math.min(startsMax, paced, capacity);
    beginPass(work, most);
    const stopped = work.state.stopped ?? (isStopAnswered(work) ? "canceled" : null);
    const mode = { mayStart: stopped === null, mustCancel: stopped !== null };
    const progress = visitScope(work, runScope(work), mode);
    if (work.changes !== before) continue;
    const isLimited = most < capacity && work.starts.length === most && progress.isPending === true;
    work.isLimited = isLimited && most === startsMax;
    work.isPaced = isLimited && most === paced;
    if (work.missing.size > 0) return null;
    return finishRun(work, { progress, stopped });
  }
}

function tasksOf(work: Work): RunDecision["tasks"] {
  const running = work.rows.values().filter((row) => row.status === "running");
  return [
    ...running.filter((row) => work.effectOf(row) === "task" && row.result === undefined),
    ...work.starts.filter(({ effect }) => effect === "task"),
  ].map(({ key }) => ({ key }));
}

/** Steps that may start besides those that run. */
function capacityOf(work: Work): number {
  const { isUnlimited = false, definition } = work.state;
  const { concurrency = concurrencyDefault } = definition.limits ?? {};
  return isUnlimited ? Infinity : concurrency - countRunning(work);
}

function pacedCapacityOf(work: Work): number {
  const { startDelays } = work.state;
  return startDelays === undefined ? Infinity : pacedStarts(countRunning(work), startDelays);
}

function countRunning(work: Work): number {
  let running = 0;
  for (const row of work.rows.values()) {
    if (row.status === "running" && work.effectOf(row) !== "scope") running += 1;
  }
  return running;
}
