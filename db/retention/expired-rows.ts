import { type EntityName, type FilterObject, type ObjectQuery, raw } from "@mikro-orm/core";

import type { EntityManager } from "#db/orm.ts";

/** Rows deleted by one statement. */
export const expiredRowsMax = 1_000;
/** Rows counted in one table. */
const countedRowsMax = 100_000;
/** Shorter than that of other maintenance: nothing waits for these rows, and their locks last as long. */
const statementTimeout = "20s";

/** Rows of one table that are deleted once their time is over. */
export interface ExpiredRows {
  tableOf(em: EntityManager): string;
  /** Deletes at most `expiredRowsMax` rows whose time is over at `now`. Returns their number. */
  deleteSome(em: EntityManager, now?: Date): Promise<number>;
  /** Counts the rows that are left, at most `countedRowsMax`. */
  count(em: EntityManager, now?: Date): Promise<number>;
}

export function expiredRows<Entity extends object>(
  entity: EntityName<Entity>,
  isOver: NoInfer<(now: Date) => ObjectQuery<Entity>>,
): ExpiredRows {
  const select = (em: EntityManager, now: Date, limit: number) =>
    em
      .createQueryBuilder(entity)
      .select(raw("ctid"))
      // `$or` has another type in the query builder, which no generic condition has.
      .where(isOver(now) as FilterObject<Entity>)
      .limit(limit);
  return {
    tableOf: (em) => em.getMetadata().get(entity).tableName,
    async deleteSome(em, now = new Date()) {
      return em.transactional(async (tx) => {
        await tx.execute(`set local statement_timeout = '${statementTimeout}'`);
        const { affectedRows } = await tx
          .createQueryBuilder(entity)
          .delete()
          // A row that changes in the meantime gets another ctid, and is looked at again by the next statement.
          .where({
            [raw("ctid")]: { $in: select(tx, now, expiredRowsMax) },
          } as FilterObject<Entity>)
          .execute("run");
        return affectedRows;
      });
    },
    async count(em, now = new Date()) {
      const some = select(em, now, countedRowsMax);
      const [row] = await em.execute<{ count: number }[]>(
        `select count(*)::int as count from (${some.getQuery()}) as expired`,
        [...some.getParams()],
      );
      return row?.count ?? 0;
    },
  };
}
