import { LockMode } from "@mikro-orm/core";

import { Model } from "#db/entities/catalog.ts";
import { CircuitTransition, ProviderCircuit, wholeProvider } from "#db/entities/provider-health.ts";
import type { EntityManager } from "#db/orm.ts";
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
import { isAccountCode } from "#domain/providers/own-key.ts";

/** Who is called. */
export interface CallTarget {
  readonly providerSlug: string;
  readonly modelId: string;
  /** Whether with a key that an organization has brought. */
  readonly hasOwnKey?: boolean;
}

/** Whether a call may be made; `trials` are the circuits in which it holds a place, by model id. */
export type CallAdmission =
  | { readonly admitted: true; readonly trials: readonly string[] }
  | { readonly admitted: false; readonly retryAfterMs: number };

/**
 * Asks both circuits of a call. Of callers at once only as many get a place for a trial as there are.
 * What is admitted with `trials` must be told of by `noteOutcome`, or its places lapse. A call with an
 * own key waits for the cool-down like all others, and takes no place: nothing will be told of it.
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
      (target.hasOwnKey !== true || effectiveState(row) === "open")
        ? [admission.retryAfterMs]
        : [],
    );
    if (waits.length > 0) return { admitted: false, retryAfterMs: Math.max(...waits) };
    const trials: string[] = [];
    if (target.hasOwnKey === true) return { admitted: true, trials };
    for (const { row, admission } of answers) {
      if (admission.verdict !== "trial") continue;
      await change(tx, row, { next: admission.circuit, cause: "trial" });
      trials.push(row.modelId);
    }
    return { admitted: true, trials };
  });
}

/**
 * Notes how a call went: null, or the error's code. Nothing is written for a success that is no trial,
 * nor while the provider is known to be failing, so that an outage costs no more than reading.
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

/** Gives back the places of a call that was not made after all. */
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

/** Notes the answer to a free question of ours, to a provider or at the service of a model. */
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

/** How long the history of circuits is kept. */
const transitionDays = 90;

/** Forgets failures that no window counts any more, and old history. Returns how many rows went. */
export async function deleteOldProviderHealth(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `with failures as (
       delete from provider_failures where slot < now() - make_interval(secs => ${windowSeconds * 2}) returning 1),
     transitions as (
       delete from circuit_transitions where created_at < now() - make_interval(days => ${transitionDays}) returning 1)
     select (select count(*) from failures)::int + (select count(*) from transitions)::int as count`,
  );
  return row?.count ?? 0;
}

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
 * Whether a circuit is one that a call depends on. What is measured of a provider says nothing of a
 * model that is called elsewhere and with another key, nor does what became of our account to who has
 * one of their own; what operators want holds for all.
 */
export function governs(
  {
    modelId,
    state,
    force,
    lastErrorCode,
  }: Pick<ProviderCircuit, "modelId" | "state" | "force" | "lastErrorCode">,
  { isApart, hasOwnKey = false }: { isApart: boolean; hasOwnKey?: boolean | undefined },
): boolean {
  if (force !== "auto") return true;
  if (hasOwnKey && state !== "closed" && isAccountCode(lastErrorCode ?? null)) return false;
  return !isApart || modelId !== wholeProvider;
}

/**
 * Takes the rows that a call depends on and that are there, the provider's first, as everybody does.
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
  // One clock for all machines, read when the lock is held.
  const [clock] = await tx.execute<{ now: Date | string }[]>(`select clock_timestamp() as now`);
  return {
    rows: rows.filter((row) => governs(row, { ...target, isApart })),
    isApart,
    now: new Date(clock?.now ?? Date.now()),
  };
}

/** Whether a model has a service of its own. */
async function isCalledApart(em: EntityManager, { modelId }: CallTarget): Promise<boolean> {
  return (await em.count(Model, { id: modelId, service: { $ne: null } })) > 0;
}

/** Makes the rows that are missing: closed for as long as anybody can remember. */
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

/** Writes the next state of a row that is locked, and its history when another state applies. */
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

/** What failed before it was closed must not open it again. */
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
  /** The circuits of the target, locked. */
  readonly rows: readonly ProviderCircuit[];
  readonly isApart: boolean;
  readonly now: Date;
}

/** Short, so that the window moves smoothly; long, so that an outage makes few rows. */
const slotSeconds = 15;

/** Counts a failure, and opens the circuit that is to blame once there are too many. */
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
  // A question of ours that fails while the provider works says nothing about its work.
  if (blamed === "model" && target.modelId === wholeProvider) return;
  const modelId = blamed === "provider" ? wholeProvider : target.modelId;
  const row = rows.find((known) => known.modelId === modelId);
  if (row?.state !== "closed") return;
  await change(tx, row, { next: openCircuit(toCircuit(row), now), cause: code });
}

const refusals = submissionRefusals.map((code) => `'${code}'`).join(", ");
/** With a key and an address of their own: no siblings of the provider's other models. */
const apartModels = "select id from models where service is not null";
/** A request is answered within this time of its creation, or is not counted. */
const answeredSeconds = 900;

/**
 * What was answered in the window by the model and by the provider's others: failures from their
 * counts, successes from the submissions. Of these no more are looked for than would keep it closed.
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
