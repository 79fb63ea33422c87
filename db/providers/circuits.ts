import { LockMode } from "@mikro-orm/core";

import { Model } from "#db/entities/catalog.ts";
import {
  CircuitTransition,
  ProviderCircuit,
  ProviderFailures,
  wholeProvider,
} from "#db/entities/provider-health.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { submissionRefusals } from "#domain/jobs/submission.ts";
import {
  admitCall,
  blameFor,
  type Circuit,
  effectiveState,
  endTrial,
  type HealthSign,
  healthSignOf,
  noteProbe,
  openCircuit,
  windowSeconds,
} from "#domain/providers/circuit.ts";
import { isAccountCode } from "#domain/providers/organization-key.ts";

/** Provider and model of a call. */
export interface CallTarget {
  readonly providerSlug: string;
  readonly modelId: string;
  /** True for a call with an organization-provided key. */
  readonly hasOrganizationKey?: boolean;
}

/**
 * Decision about a call. `trials` lists the model ids of the circuits in which the call occupies a trial
 * slot.
 */
export type CallAdmission =
  | { readonly admitted: true; readonly trials: readonly string[] }
  | { readonly admitted: false; readonly retryAfterMs: number };

/**
 * Checks both circuits of a call. Concurrent callers share the limited trial slots. A call admitted with
 * `trials` must be reported to `noteOutcome`, or its slots lapse. A call with an organization-provided key
 * respects the cool-down, but takes no trial slot, because its outcome is not reported.
 */
export async function admitToProvider(
  em: EntityManager,
  target: CallTarget,
): Promise<CallAdmission> {
  const notable = await em.count(ProviderCircuit, {
    ...scopesOf(target),
    $or: [{ state: { $ne: "closed" } }, { force: { $ne: "auto" } }],
  });
  if (notable === 0) return { admitted: true, trials: [] };
  return em.transactional(async (tx) => {
    const { rows, now } = await lockCircuits(tx, target);
    const answers = rows.map((row) => ({ row, admission: admitCall(toCircuit(row), now) }));
    const waits = answers.flatMap(({ row, admission }) =>
      admission.verdict === "refuse" &&
      (target.hasOrganizationKey !== true || effectiveState(row) === "open")
        ? [admission.retryAfterMs]
        : [],
    );
    if (waits.length > 0) return { admitted: false, retryAfterMs: Math.max(...waits) };
    const trials: string[] = [];
    if (target.hasOrganizationKey === true) return { admitted: true, trials };
    for (const { row, admission } of answers) {
      if (admission.verdict !== "trial") continue;
      await change(tx, row, { next: admission.circuit, cause: "trial" });
      trials.push(row.modelId);
    }
    return { admitted: true, trials };
  });
}

/**
 * Records the outcome of a call: null for success, or the error code. Writes nothing for a success outside a
 * trial, nor while the provider is known to be failing, so an outage costs only reads.
 */
export async function noteOutcome(
  em: EntityManager,
  target: CallTarget,
  { code, trials = [] }: { code: ErrorCode | null; trials?: readonly string[] },
): Promise<void> {
  const sign = healthSignOf(code);
  if (trials.length === 0 && (sign !== "ill" || (await isKnownToFail(em, target)))) return;
  await em.transactional(async (tx) => {
    if (sign === "ill") await createCircuits(tx, target);
    const { rows, isApart, now } = await lockCircuits(tx, target);
    for (const row of rows.filter(({ modelId }) => trials.includes(modelId))) {
      await change(tx, row, {
        next: endTrial(toCircuit(row), sign, now),
        cause: sign === "ill" && code !== null ? code : "trial",
      });
    }
    if (sign === "ill" && code !== null) {
      await noteFailure(tx, { target, code, rows, isApart, now });
    }
  });
}

/** Releases the trial slots of a call that was not made. */
export async function releaseTrials(
  em: EntityManager,
  target: CallTarget,
  trials: readonly string[],
): Promise<void> {
  await em.transactional(async (tx) => {
    const { rows, now } = await lockCircuits(tx, target);
    for (const row of rows.filter(({ modelId }) => trials.includes(modelId))) {
      await change(tx, row, { next: endTrial(toCircuit(row), "none", now), cause: "trial" });
    }
  });
}

/** Records the outcome of a free health probe of a provider, or of a model's own service. */
export async function noteProbeOutcome(
  em: EntityManager,
  target: CallTarget,
  code: ErrorCode | null,
): Promise<void> {
  const sign: HealthSign = code === null ? "well" : healthSignOf(code);
  await em.transactional(async (tx) => {
    if (sign === "ill") await createCircuits(tx, target);
    const { rows, isApart, now } = await lockCircuits(tx, target);
    const row = rows.find(({ modelId }) => modelId === target.modelId);
    if (row === undefined) return;
    await change(tx, row, {
      next: noteProbe(toCircuit(row), sign, now),
      cause: code !== null && sign === "ill" ? code : "probe",
    });
    if (sign === "ill" && code !== null) {
      await noteFailure(tx, { target, code, rows, isApart, now });
    }
  });
}

/** Days for which circuit transitions are kept. */
const transitionDays = 90;

/** Failures that are older than any window. */
export const oldProviderFailures = expiredRows(ProviderFailures, (now) => ({
  slot: { $lt: new Date(now.getTime() - windowSeconds * 2_000) },
}));

export const oldCircuitTransitions = expiredRows(CircuitTransition, (now) => ({
  createdAt: { $lt: new Date(now.getTime() - transitionDays * 86_400_000) },
}));

export function toCircuit(row: ProviderCircuit): Circuit {
  const { state, force, openings, trials, successes, changedAt } = row;
  return {
    state,
    force,
    openings,
    trials,
    successes,
    changedAt,
    retryAt: row.retryAt ?? null,
    trialsUntil: row.trialsUntil ?? null,
  };
}

/**
 * Returns true for a circuit that a call depends on. A forced circuit governs all calls. The provider's
 * circuit does not govern models with their own service, because they use another URL and key. Errors of the
 * platform's account do not govern calls with an organization-provided key.
 */
export function governs(
  {
    modelId,
    state,
    force,
    lastErrorCode,
  }: Pick<ProviderCircuit, "modelId" | "state" | "force" | "lastErrorCode">,
  {
    isApart,
    hasOrganizationKey = false,
  }: { isApart: boolean; hasOrganizationKey?: boolean | undefined },
): boolean {
  if (force !== "auto") return true;
  if (hasOrganizationKey && state !== "closed" && isAccountCode(lastErrorCode ?? null))
    return false;
  return !isApart || modelId !== wholeProvider;
}

/**
 * Locks the existing circuits that a call depends on. The provider's row comes first in every caller, to
 * avoid deadlocks.
 */
export async function lockCircuits(
  tx: EntityManager,
  target: CallTarget,
): Promise<{ rows: ProviderCircuit[]; isApart: boolean; now: Date }> {
  const isApart = await isCalledApart(tx, target);
  const rows = await tx.find(ProviderCircuit, scopesOf(target), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    orderBy: { modelId: "asc" },
    refresh: true,
  });
  // Uses the database clock for all machines, read after the lock is acquired.
  const [clock] = await tx.execute<{ now: Date | string }[]>(`select clock_timestamp() as now`);
  return {
    rows: rows.filter((row) => governs(row, { ...target, isApart })),
    isApart,
    now: new Date(clock?.now ?? Date.now()),
  };
}

/** True for a model with its own service. */
async function isCalledApart(em: EntityManager, { modelId }: CallTarget): Promise<boolean> {
  return (await em.count(Model, { id: modelId, service: { $ne: null } })) > 0;
}

/** Creates missing circuits: closed since the epoch. */
export async function createCircuits(
  tx: EntityManager,
  { providerSlug, modelId }: CallTarget,
): Promise<void> {
  await tx.execute(
    `insert into provider_circuits (provider_slug, model_id, changed_at)
     select ?, model_id, 'epoch' from unnest(array[?, ?]::text[]) as given (model_id)
     group by model_id order by model_id
     on conflict do nothing`,
    [providerSlug, wholeProvider, modelId],
  );
}

/** Writes the next state of a locked row, and a transition when the effective state changes. */
export async function change(
  tx: EntityManager,
  row: ProviderCircuit,
  { next, cause }: { next: Circuit; cause: string },
): Promise<void> {
  const { providerSlug, modelId } = row;
  const fromState = effectiveState(row);
  const toState = effectiveState(next);
  tx.assign(row, { ...next });
  await tx.flush();
  if (fromState === toState) return;
  await tx.insert(CircuitTransition, { providerSlug, modelId, fromState, toState, cause });
  if (toState === "closed") await forgetFailures(tx, { providerSlug, modelId });
}

/** Deletes failures from before the circuit closed, so they cannot open it again. */
async function forgetFailures(tx: EntityManager, { providerSlug, modelId }: CallTarget) {
  await tx.execute(
    `delete from provider_failures where provider_slug = ? and (? = '' or model_id = ?)`,
    [providerSlug, modelId, modelId],
  );
}

function scopesOf({ providerSlug, modelId }: CallTarget) {
  return { providerSlug, modelId: { $in: [wholeProvider, modelId] } };
}

async function isKnownToFail(em: EntityManager, target: CallTarget): Promise<boolean> {
  const open = await em.find(
    ProviderCircuit,
    { ...scopesOf(target), state: "open", force: "auto" },
    { refresh: true },
  );
  if (open.length === 0) return false;
  const isApart = await isCalledApart(em, target);
  return open.some((row) => governs(row, { ...target, isApart }));
}

interface Failure {
  readonly target: CallTarget;
  readonly code: ErrorCode;
  /** Locked circuits of the target. */
  readonly rows: readonly ProviderCircuit[];
  readonly isApart: boolean;
  readonly now: Date;
}

/** Short enough for the window to move smoothly, long enough that an outage creates few rows. */
const slotSeconds = 15;

/** Counts a failure, and opens the blamed circuit when the threshold is reached. */
async function noteFailure(tx: EntityManager, failure: Failure): Promise<void> {
  const { target, code, rows, isApart, now } = failure;
  await tx.execute(
    `insert into provider_failures as f (provider_slug, model_id, slot, failures)
     values (?, ?, date_bin('${slotSeconds} seconds', ?::timestamptz, 'epoch'), 1)
     on conflict (provider_slug, model_id, slot) do update set failures = f.failures + 1`,
    [target.providerSlug, target.modelId, now],
  );
  const concerned = isApart ? rows.filter(({ modelId }) => modelId === target.modelId) : rows;
  for (const row of concerned) tx.assign(row, { lastErrorCode: code, lastErrorAt: now });
  await tx.flush();
  const blamed = blameFor(code, await countOutcomes(tx, failure));
  if (blamed === null) return;
  // A probe that fails while generations succeed says nothing about the provider.
  if (blamed === "model" && target.modelId === wholeProvider) return;
  const modelId = blamed === "provider" ? wholeProvider : target.modelId;
  const row = rows.find((known) => known.modelId === modelId);
  if (row?.state !== "closed") return;
  await change(tx, row, { next: openCircuit(toCircuit(row), now), cause: code });
}

const refusals = submissionRefusals.map((code) => `'${code}'`).join(", ");
/** Models with their own URL and key do not count as siblings of the provider's other models. */
const apartModels = "select id from models where service is not null";
/** A request counts only if its outcome is known within this many seconds of its creation. */
const answeredSeconds = 900;

/**
 * Counts the outcomes in the window for the model and for the provider's other models: failures from
 * `provider_failures`, successes from the submissions. Stops counting successes when they suffice to keep the
 * circuit closed.
 */
async function countOutcomes(
  tx: EntityManager,
  { target: { providerSlug, modelId }, rows, isApart, now }: Failure,
) {
  const opensAt = now.getTime() - windowSeconds * 1_000;
  const closedAt = rows.map(({ state, changedAt }) => (state === "closed" ? changedAt : now));
  const since = new Date(Math.max(opensAt, ...closedAt.map((time) => time.getTime())));
  const [counted] = await tx.execute<{ own: number; siblings: number }[]>(
    `select coalesce(sum(failures) filter (where model_id = ?), 0)::int as own,
       coalesce(sum(failures) filter (where model_id <> ?), 0)::int as siblings
     from provider_failures
     where provider_slug = ? and slot > ? and (model_id = ? or model_id not in (${apartModels}))`,
    [modelId, modelId, providerSlug, new Date(opensAt), modelId],
  );
  const ill = { own: counted?.own ?? 0, siblings: counted?.siblings ?? 0 };
  const enough = ill.own + ill.siblings + 1;
  const answered = (sameModel: boolean) =>
    `(select count(*)::int from (
        select 1 from provider_submissions
        where provider_slug = ? and model_id ${sameModel ? "= ?" : `<> ? and model_id not in (${apartModels})`}
          and provider_key_id is null and created_at > ?::timestamptz - make_interval(secs => ${answeredSeconds})
          and (accepted_at > ? or (state = 'failed' and error_code in (${refusals}) and finished_at > ?))
        order by created_at desc limit ?) answered)`;
  const parameters = [providerSlug, modelId, since, since, since, enough];
  const [answers] = await tx.execute<{ own: number; siblings: number }[]>(
    `select ${answered(true)} as own, ${answered(false)} as siblings`,
    [...parameters, ...parameters],
  );
  return {
    own: { well: answers?.own ?? 0, ill: ill.own },
    siblings: isApart ? null : { well: answers?.siblings ?? 0, ill: ill.siblings },
  };
}
