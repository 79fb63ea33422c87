import { Migration } from "@mikro-orm/migrations";

/** Customers, subscriptions and purchases at Stripe, and the events that are a reason to read them again. */
export class Migration0135Billing extends Migration {
  override up(): void {
    this.addSql(
      `create table billing_customers (
         organization_id text primary key,
         stripe_customer_id text constraint billing_customers_stripe_customer_id_unique unique,
         livemode boolean not null,
         version int not null default 0,
         applied_plan text,
         applied_payment_status text not null default 'current'
           check (applied_payment_status in ('current', 'overdue')),
         is_past_due boolean not null default false,
         problems text[] not null default '{}',
         synced_at timestamptz
       )`,
    );
    this.addSql(
      `create table billing_subscriptions (
         id text primary key,
         organization_id text not null,
         price_id text not null,
         status text not null,
         period_end timestamptz not null,
         cancel_at_period_end boolean not null,
         synced_at timestamptz not null
       )`,
    );
    this.addSql(
      `create index billing_subscriptions_organization_index on billing_subscriptions (organization_id)`,
    );
    this.addSql(
      `create table billing_purchases (
         source text primary key,
         organization_id text not null,
         payment_intent text,
         kind text not null check (kind in ('plan', 'credits')),
         credits int not null check (credits >= 0),
         amount int not null,
         currency text not null,
         reversed_credits int not null default 0 check (reversed_credits between 0 and credits),
         unrecovered_credits int not null default 0
           check (unrecovered_credits between 0 and reversed_credits),
         created_at timestamptz not null default now()
       )`,
    );
    this.addSql(
      `create index billing_purchases_organization_index on billing_purchases (organization_id)`,
    );
    this.addSql(
      `create table billing_events (
         id text primary key,
         type text not null,
         subject text not null,
         attempts int not null default 0,
         due_at timestamptz not null default now(),
         received_at timestamptz not null default now(),
         done_at timestamptz
       )`,
    );
    this.addSql(
      `create index billing_events_due_index on billing_events (due_at) where done_at is null`,
    );
    this.addSql(`create index billing_events_age_index on billing_events (received_at)`);
  }
}
