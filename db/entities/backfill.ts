import { defineEntity, p } from "@mikro-orm/core";

/** Progress of one backfill. A backfill that no turn has begun has no row. */
const BackfillProgressSchema = defineEntity({
  name: "BackfillProgress",
  tableName: "backfills",
  properties: {
    name: p.text().primary(),
    /** Last id that a turn has processed; null before the first turn. */
    next: p.text().nullable(),
    /** Rows changed so far. */
    changed: p.integer().default(0),
    doneAt: p.datetime().nullable(),
  },
});
export class BackfillProgress extends BackfillProgressSchema.class {}
BackfillProgressSchema.setClass(BackfillProgress);
