import { IdempotencyReceipt } from "#db/entities/job.ts";
import { executePrepared } from "#db/execute-prepared.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { batchByKey } from "#runtime/batches.ts";

/** A request with an idempotency key, by which its repetitions are known. */
export interface KeyedRequest {
  readonly endpoint: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

/** Name of an idempotency key within its organization; endpoints have no spaces. */
export function nameOfKey({ endpoint, key }: Pick<KeyedRequest, "endpoint" | "key">): string {
  return `${endpoint} ${key}`;
}

export interface CreatedJob {
  readonly jobId: string;
  readonly replayed: boolean;
}

/** Returns the job of a repeated request; null when its key is new. Throws `idempotency_mismatch`. */
export type FindReplay = (
  request: KeyedRequest & { readonly organizationId: string },
) => Promise<string | null>;

interface Receipt {
  readonly endpoint: string;
  readonly key: string;
  readonly job_id: string;
  readonly request_hash: Buffer;
}

/** Bounds how long the next lookup waits for the statement before it. */
const lookupsMax = 32;

const receiptsStatement = `
select endpoint, key, job_id, request_hash
from idempotency_receipts join unnest($2::text[], $3::text[]) as named (endpoint, key) using (endpoint, key)
where organization_id = $1 and expires_at > now()`;

/**
 * Looks up an idempotency key before any other decision, so that a replay returns the same job even when the
 * catalog or the balance has changed. Official clients send a key with every job, so lookups that arrive together
 * share a statement as reads of jobs do.
 */
export function createReplayReader(orm: MikroORM): FindReplay {
  const em = orm.em.fork();
  const find = batchByKey(
    async (organizationId, requests: readonly KeyedRequest[]) => {
      const receipts = await executePrepared<Receipt>(em, {
        name: "list-receipts",
        sql: receiptsStatement,
        values: [
          organizationId,
          requests.map(({ endpoint }) => endpoint),
          requests.map(({ key }) => key),
        ],
      });
      const byName = new Map(receipts.map((receipt) => [nameOfKey(receipt), receipt]));
      return requests.map((request) => byName.get(nameOfKey(request)));
    },
    { max: lookupsMax },
  );
  return async ({ organizationId, ...request }) => {
    const receipt = await find(organizationId, request);
    if (receipt === undefined) return null;
    refuseOtherRequest(request.requestHash, receipt.request_hash);
    return receipt.job_id;
  };
}

/** Finds the first job with the idempotency key of a job that was not created. Throws `idempotency_mismatch`. */
export async function findReplayedJob(
  em: EntityManager,
  {
    organizationId,
    idempotency,
  }: { readonly organizationId: string; readonly idempotency: KeyedRequest | null },
): Promise<CreatedJob> {
  if (idempotency === null) throw new Error("a job without an idempotency key was not inserted");
  const { endpoint, key, requestHash } = idempotency;
  const receipt = await em.findOne(IdempotencyReceipt, { organizationId, endpoint, key });
  // The receipt expired and was swept in between; the client's retry will be accepted.
  if (receipt === null) throw new AppError("idempotency_in_flight");
  refuseOtherRequest(requestHash, receipt.requestHash);
  return { jobId: receipt.jobId, replayed: true };
}

function refuseOtherRequest(given: Buffer, known: Uint8Array): void {
  if (Buffer.compare(given, known) !== 0) throw new AppError("idempotency_mismatch");
}
