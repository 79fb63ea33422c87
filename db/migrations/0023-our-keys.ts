import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the platform key used by each request, and the last use and cool-down of each platform key, shared by
 * all workers.
 */
export class Migration0023OurKeys extends Migration {
  override up(): void {
    this.addSql(uses);
    this.addSql(submissions);
  }
}

const uses = `
create table provider_key_uses (
  provider_slug text not null,
  fingerprint text not null,
  used_at timestamptz not null default now(),
  resting_until timestamptz,
  primary key (provider_slug, fingerprint)
);
alter table provider_key_uses add foreign key (provider_slug) references providers (slug);
`;

const submissions = `
alter table provider_submissions add column key_fingerprint text;
update provider_submissions set key_fingerprint = handle ->> 'keyFingerprint', handle = handle - 'keyFingerprint'
where finished_at is null and jsonb_exists(handle, 'keyFingerprint');
create index provider_submissions_fingerprint_index on provider_submissions (provider_slug, key_fingerprint)
  where key_fingerprint is not null and finished_at is null;
`;
