/** Snapshot of PostgreSQL: which transactions are visible. Ids are 64 bits and never repeat within a database cluster. */
export interface Snapshot {
  /** All transactions below have ended. */
  readonly first: bigint;
  /** The first transaction that had not begun. */
  readonly next: bigint;
  /** Transactions below `next` that had not ended, ascending. */
  readonly open: readonly bigint[];
}

/** Position of a reader in the feed of an organization. */
export interface FeedPlace {
  /** Every change visible in this snapshot has been read. */
  readonly read: Snapshot;
  /** Set in the middle of a longer list: its last change that has been read, and the snapshot at which the list ends. */
  readonly part: { readonly upTo: Snapshot; readonly last: ChangeKey } | null;
}

/** Order of the changes between two snapshots: the events of a job stay in order. */
export interface ChangeKey {
  /** Id of the job or the delivery. */
  readonly subject: string;
  /** Sequence of the job's event; 0 for a delivery. */
  readonly sequence: number;
}

/** Several hundred open transactions; the header of a request has room for it. */
const textCharactersMax = 6_000;
const snapshotPattern = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{1,19})?$/;
const partPattern = /^([^;]+);([^;]+);([a-z]{3}_[0-9a-f-]{36})\/(\d{1,9})$/;

/** Text of a place, for the `id` of a stream's message. Null if too many transactions were open at once. */
export function writePlace({ read, part }: FeedPlace): string | null {
  const text =
    part === null
      ? writeSnapshot(read)
      : `${writeSnapshot(read)};${writeSnapshot(part.upTo)};${part.last.subject}/${part.last.sequence}`;
  return text.length > textCharactersMax ? null : text;
}

/** Reads the text of a caller. Null if no feed has written it. */
export function parsePlace(text: string): FeedPlace | null {
  if (text.length > textCharactersMax) return null;
  const [, from, upTo, subject, sequence] = partPattern.exec(text) ?? [];
  const read = parseSnapshot(from ?? text);
  if (read === null) return null;
  if (upTo === undefined || subject === undefined) return { read, part: null };
  const end = parseSnapshot(upTo);
  if (end === null) return null;
  return { read, part: { upTo: end, last: { subject, sequence: Number(sequence) } } };
}

export function writeSnapshot({ first, next, open }: Snapshot): string {
  return `${first}:${next}:${open.join(",")}`;
}

/** Refuses what PostgreSQL would refuse as a `pg_snapshot`. */
export function parseSnapshot(text: string): Snapshot | null {
  const [, first, next, open = ""] = snapshotPattern.exec(text) ?? [];
  if (first === undefined || next === undefined) return null;
  const snapshot = {
    first: BigInt(first),
    next: BigInt(next),
    open: open === "" ? [] : open.split(",").map(BigInt),
  };
  const ascending = [snapshot.first - 1n, ...snapshot.open, snapshot.next];
  const isValid =
    0n < snapshot.first &&
    snapshot.next <= 2n ** 63n &&
    snapshot.first <= snapshot.next &&
    ascending.every((id, index) => index === 0 || (ascending[index - 1] ?? 0n) < id);
  return isValid ? snapshot : null;
}
