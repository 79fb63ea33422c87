/**
 * Data of existing rows that a release changes outside of migrations: by workers, in turns of 1,000 rows, while requests go
 * on.
 */
export interface Backfill {
  readonly name: string;
  /** Table whose primary key `id` orders the turns. */
  readonly table: string;
  /**
   * Statement that changes rows of the table whose `id` is in `turn`, except rows that need no change: an interrupted
   * turn is repeated.
   */
  readonly change: string;
}

/** Backfills in order; each one begins when the previous one is complete. Names are stored and stay. */
export const backfills: readonly Backfill[] = [
  {
    // Jobs that ended between migration 0090, which filled the column, and the trigger that fills it since.
    name: "job-words",
    table: "jobs",
    change: `update jobs j
      set words = words_of_job(j.organization_id, j.title, j.request, j.intent)
      from turn
      where j.id = turn.id and j.words is null and j.finished_at is not null and j.deleted_at is null`,
  },
];
