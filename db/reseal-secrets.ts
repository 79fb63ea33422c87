import type { MaintenanceTurn } from "#domain/maintenance.ts";

import type { EntityManager } from "./orm.ts";
import { sealedColumns, type SealedColumn } from "./sealed-columns.ts";
import type { Vault } from "./vault.ts";

/** Rows per commit. A request that changes one of them waits for the turn. */
const rowsMax = 200;

/** Result of a turn; `unreadable` counts rows that no configured master key opens. */
export interface ResealTurn extends MaintenanceTurn {
  readonly unreadable: number;
}

/**
 * Seals the next rows under the current master key during a rotation, and does nothing at any other time. `after` is the
 * position of the previous turn. A repeated or concurrent turn finds its rows done; a killed one leaves them as they were.
 */
export async function resealTurn(
  em: EntityManager,
  vault: Vault,
  { after }: { after: string | null },
): Promise<ResealTurn> {
  const { currentPrefix: prefix } = vault;
  const { index, key } = readPosition(after);
  const column = sealedColumns[index];
  if (prefix === null || column === undefined) return { changed: 0, unreadable: 0, next: null };
  return em.transactional(async (tx) => {
    const rows = await lockRows(tx, column, { prefix, after: key });
    let unreadable = 0;
    for (const row of rows) {
      const place = column.placeOf(row.key);
      const plain = open(vault, row.sealed, place);
      if (plain === null) unreadable += 1;
      else await writeRow(tx, column, { key: row.key, sealed: vault.seal(plain, place) });
    }
    const last = rows.at(-1)?.key;
    const next = rows.length < rowsMax || last === undefined ? [index + 1, ""] : [index, last];
    return { changed: rows.length - unreadable, unreadable, next: JSON.stringify(next) };
  });
}

/** Counts the rows that are not sealed under the current master key, by table; empty outside of a rotation. */
export async function countFormerSecrets(
  em: EntityManager,
  { currentPrefix: prefix }: Vault,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (prefix === null) return counts;
  for (const column of sealedColumns) {
    const [row] = await em.execute<{ count: number }[]>(
      `select count(*)::int as count from ${column.table} where ${isFormer(column)}`,
      [prefix],
    );
    counts.set(column.table, (counts.get(column.table) ?? 0) + (row?.count ?? 0));
  }
  return counts;
}

function readPosition(after: string | null): { index: number; key: string } {
  const [index, key] = after === null ? [0, ""] : (JSON.parse(after) as [number, string]);
  return { index, key };
}

/** The placeholder is the current prefix. */
function isFormer({ column }: SealedColumn): string {
  return `${column} is not null and substring(${column} from 1 for 5) <> ?`;
}

async function lockRows(
  tx: EntityManager,
  column: SealedColumn,
  { prefix, after }: { prefix: Buffer; after: string },
): Promise<{ key: string; sealed: Uint8Array }[]> {
  return tx.execute(
    `select ${column.key} as key, ${column.column} as sealed from ${column.table}
     where ${isFormer(column)} and ${column.key} > ? order by 1 limit ${rowsMax} for no key update`,
    [prefix, after],
  );
}

async function writeRow(
  tx: EntityManager,
  column: SealedColumn,
  { key, sealed }: { key: string; sealed: Buffer },
): Promise<void> {
  await tx.execute(`update ${column.table} set ${column.column} = ? where ${column.key} = ?`, [
    sealed,
    key,
  ]);
}

function open(vault: Vault, sealed: Uint8Array, place: ReturnType<SealedColumn["placeOf"]>) {
  try {
    return vault.open(sealed, place);
  } catch {
    return null;
  }
}
