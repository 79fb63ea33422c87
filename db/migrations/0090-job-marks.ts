import { Migration } from "@mikro-orm/migrations";

/**
 * Title, star and labels that members give to a job, and the terms of its title and prompt for the search. A trigger
 * (db/sql/jobs.sql) writes the terms when the job ends, so that no step of a running job writes to their index. The first
 * lexeme is the organization: a search reads the entries of one organization only.
 */
export class Migration0090JobMarks extends Migration {
  override up(): void {
    this.addSql(`alter table jobs add column if not exists title text`);
    this.addSql(`alter table jobs add column if not exists starred boolean not null default false`);
    this.addSql(`alter table jobs add column if not exists labels text[] not null default '{}'`);
    this.addSql(`alter table jobs add column if not exists words tsvector`);
    // Jobs that have ended: nothing but a deletion waits for these rows.
    this.addSql(
      `update jobs set words = array_to_tsvector(array['@' || organization_id]) ||
         strip(to_tsvector('simple', left(
           coalesce(request ->> 'prompt', intent ->> 'subject', request ->> 'message', ''), 20000)))
       where finished_at is not null and deleted_at is null and words is null`,
    );
    this.addSql(
      `create index concurrently jobs_words_index on jobs using gin (words) where words is not null`,
    );
    this.addSql(
      `create index concurrently jobs_starred_index on jobs (organization_id, id) where starred`,
    );
    this.addSql(
      `create index concurrently jobs_given_labels_index on jobs using gin (labels)
       where labels <> '{}'`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
