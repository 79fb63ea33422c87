import { Migration } from "@mikro-orm/migrations";

/** Ends the API keys and webhooks of a member who leaves, with their membership. */
export class Migration0028WhatMembersLeave extends Migration {
  override up(): void {
    for (const statement of [webhooks, keys]) this.addSql(statement);
  }
}

// Older rows have neither column: the webhook's creator counts as the person who set its URL.
const webhooks = `
alter table webhook_endpoints add column url_set_by text;
alter table webhook_endpoints add column url_set_with_key text;
alter table webhook_endpoints drop constraint webhook_endpoints_disabled_reason_check;
alter table webhook_endpoints add constraint webhook_endpoints_disabled_reason_check
  check (disabled_reason in ('owner', 'failing', 'gone', 'member_left')) not valid;
`;

// Keys of former members were already refused, but became valid again when the person rejoined.
const keys = `
update api_keys k set revoked_at = now()
where k.revoked_at is null and not exists (
  select from memberships m
  where m.organization_id = k.organization_id and m.account_id = k.account_id);
`;
