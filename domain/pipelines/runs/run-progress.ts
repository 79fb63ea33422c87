import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";
import { placedIn } from "#domain/pipelines/sub-pipelines.ts";

import type { FrozenPrices } from "./price-bound.ts";
import { innerKey, isSettled, itemKey, type StepRow } from "./step-row.ts";

interface RunWork {
  readonly rows: ReadonlyMap<string, StepRow>;
  /** Expected seconds of one execution of each step, by its name. */
  readonly seconds: NonNullable<FrozenPrices["seconds"]>;
  readonly items: FrozenPrices["items"];
  /** Highest progress of the jobs of each step in percent, by the step's key. */
  readonly running: ReadonlyMap<string, number>;
}

/** Share of a run, or of a part of it. */
interface Share {
  readonly total: number;
  readonly done: number;
}

/** Weight of a step without expected seconds, such as a question. */
const secondsDefault = 1;

/**
 * Returns how far a run is, in percent below 100: its steps weighted by their expected seconds, with the progress of the
 * jobs that run. An open map counts by its items, and an open switch by its chosen case. Never falls as rows settle and
 * jobs proceed: each part of the run only grows, and what turns out not to be needed counts as done or not at all.
 */
export function runProgress(steps: Steps, work: RunWork): number {
  const { total, done } = scopeShare(steps, { key: "", around: "" }, work);
  return Math.floor((done / Math.max(total, 1)) * 99);
}

interface Place {
  readonly key: string;
  /** Name of the `pipeline` step whose version has the steps. */
  readonly around: string;
}

function scopeShare(steps: Steps, { key, around }: Place, work: RunWork): Share {
  return addUp(
    Object.entries(steps).map(([name, step]) =>
      stepShare(step, { key: innerKey(key, name), around }, innerKey(around, name), work),
    ),
  );
}

function stepShare(step: Step, place: Place, name: string, work: RunWork): Share {
  const row = work.rows.get(place.key);
  const share = innerShare(step, place, name, work) ?? {
    total: work.seconds[name] ?? secondsDefault,
    done: 0,
  };
  if (isSettled(row)) return { total: share.total, done: share.total };
  const percent = work.running.get(place.key);
  return percent === undefined ? share : { ...share, done: (share.total * percent) / 100 };
}

/** Share of the steps within a step; null for a step without any. */
function innerShare(step: Step, { key, around }: Place, name: string, work: RunWork): Share | null {
  const row = work.rows.get(key);
  if (step.kind === "map") {
    const items = row?.items ?? work.items[name] ?? step.maxItems;
    return addUp(
      Array.from({ length: items }, (_, index) => {
        const item = itemKey(key, index);
        const { total, done } = scopeShare(step.steps, { key: item, around }, work);
        return { total, done: isSettled(work.rows.get(item)) ? total : done };
      }),
    );
  }
  if (step.kind === "switch") {
    const scopes = kindOf(step).scopes?.(step) ?? [];
    const picked = row?.picked === undefined ? undefined : scopes[row.picked];
    const shares = (picked === undefined ? scopes : [picked]).map(({ steps }) =>
      scopeShare(steps, { key, around }, work),
    );
    return shares.toSorted((left, right) => right.total - left.total)[0] ?? null;
  }
  if (step.kind === "pipeline") {
    return scopeShare(placedIn(step).definition.steps, { key, around: name }, work);
  }
  return null;
}

function addUp(shares: readonly Share[]): Share {
  return {
    total: shares.reduce((sum, { total }) => sum + total, 0),
    done: shares.reduce((sum, { done }) => sum + done, 0),
  };
}
