import { withClient } from "./with-client.ts";

/**
 * The instants at which a process is killed, identified by the row that it writes: one for each row of the
 * crash table. Triggers of the run's database implement the gates, so the killed code is the shipped code.
 */
const gates = {
  "job is accepted": { table: "jobs", event: "insert", when: "true" },
  "workflow was started": { table: "outbox", event: "delete", when: "true" },
  "job begins": {
    table: "jobs",
    event: "update",
    when: "old.status = 'queued' and new.status = 'processing'",
  },
  "cancellation is asked": {
    table: "jobs",
    event: "update",
    when: "old.cancel_requested_at is null and new.cancel_requested_at is not null",
  },
  "credits move": { table: "credit_entries", event: "insert", when: "true" },
  "submission is prepared": { table: "provider_submissions", event: "insert", when: "true" },
  "submission is sent": {
    table: "provider_submissions",
    event: "update",
    when: "old.state <> 'sent' and new.state = 'sent'",
  },
  "provider has accepted": {
    table: "provider_submissions",
    event: "update",
    when: "old.state <> 'accepted' and new.state = 'accepted'",
  },
  "provider is done": {
    table: "provider_submissions",
    event: "update",
    when: "old.finished_at is null and new.finished_at is not null",
  },
  "output is recorded": { table: "outputs", event: "insert", when: "true" },
  "job completes": {
    table: "jobs",
    event: "update",
    when: "old.status <> 'completed' and new.status = 'completed'",
  },
  "job fails": {
    table: "jobs",
    event: "update",
    when: "old.status <> 'failed' and new.status = 'failed'",
  },
  "job is canceled": {
    table: "jobs",
    event: "update",
    when: "old.status <> 'canceled' and new.status = 'canceled'",
  },
  "run is accepted": { table: "pipeline_runs", event: "insert", when: "true" },
  "step is accepted": { table: "jobs", event: "insert", when: "new.run_id is not null" },
  "reserve moves": {
    table: "credit_entries",
    event: "insert",
    when: "new.kind = 'hold' and new.step = 'reserve' and new.generation > 1",
  },
  "map opens": { table: "run_steps", event: "insert", when: "new.kind = 'map'" },
  "step is reused": { table: "run_steps", event: "insert", when: "new.status = 'reused'" },
  "task has its result": {
    table: "run_steps",
    event: "update",
    when: "old.result is null and new.result is not null",
  },
  "step ends": {
    table: "run_steps",
    event: "update",
    when: "old.status = 'running' and new.status <> 'running'",
  },
  "job of a step ends": { table: "outbox", event: "insert", when: "new.kind = 'advance'" },
  "run was signaled": { table: "outbox", event: "delete", when: "old.kind = 'advance'" },
  "run asks": {
    table: "jobs",
    event: "update",
    when: "old.status <> 'needs_input' and new.status = 'needs_input' and new.pipeline_id is not null",
  },
  "run ends": {
    table: "jobs",
    event: "update",
    when: "old.finished_at is null and new.finished_at is not null and new.pipeline_id is not null and new.run_id is null",
  },
  "conversation is opened": { table: "conversations", event: "insert", when: "true" },
  "message is accepted": {
    table: "jobs",
    event: "insert",
    when: "new.conversation_id is not null",
  },
  "message is read": {
    table: "jobs",
    event: "update",
    when: "new.conversation_id is not null and old.intent is null and new.intent is not null",
  },
  "webhook is raised": { table: "webhook_events", event: "insert", when: "true" },
  "webhook is published": { table: "webhook_deliveries", event: "insert", when: "true" },
  "webhook is about to be sent": { table: "webhook_attempts", event: "insert", when: "true" },
  "webhook was answered": {
    table: "webhook_attempts",
    event: "update",
    when: "old.duration_ms is null and new.duration_ms is not null",
  },
} as const satisfies Record<string, { table: string; event: string; when: string }>;

export type Gate = keyof typeof gates;
export const gateNames = Object.keys(gates) as Gate[];

/** Gates that only runs of pipelines and conversations reach, which random kills seldom hit. */
export const rareGates: readonly Gate[] = [
  "run is accepted",
  "step is accepted",
  "reserve moves",
  "map opens",
  "step is reused",
  "task has its result",
  "step ends",
  "job of a step ends",
  "run was signaled",
  "run asks",
  "run ends",
  "conversation is opened",
  "message is accepted",
  "message is read",
];

/**
 * `before`: inside the transaction, which never commits. `after`: the transaction has committed, and no peer
 * has been notified.
 */
export const sides = ["before", "after"] as const;
export type Side = (typeof sides)[number];

export interface GateInstant {
  readonly gate: Gate;
  readonly side: Side;
}

/** A process at a gate; `backend` is the PID of the backend that holds it, null after its commit. */
export interface Caught extends GateInstant {
  readonly member: string;
  readonly backend: number | null;
}

export interface GateKeeper {
  /** Waits until a process reaches one of the gates; null after the timeout. */
  catchAt(armed: readonly GateInstant[], timeoutMs: number): Promise<Caught | null>;
  /** Terminates a backend, so the transaction of its dead client is rolled back now. */
  endBackend(backend: number): Promise<void>;
  /** Called with every line of the server's log. */
  onLogLine(line: string): void;
}

const channel = "chaos";
/** Longer than it takes to kill a waiting process. */
const holdSeconds = 20;
/** Number of the advisory lock that lets one process at a time be held. */
const holdLock = 7_260_111;

export async function installGates(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`
      create schema chaos;
      create table chaos.armed (gate text, side text);
      create function chaos.stop_here() returns trigger language plpgsql as $$
      declare armed_side text := (select side from chaos.armed where gate = tg_argv[0]);
      begin
        if armed_side = 'before' and pg_try_advisory_xact_lock(${holdLock}) then
          raise log 'chaos|%|%|%', tg_argv[0], current_setting('application_name'), pg_backend_pid();
          -- A process that was not the first one to reach an armed gate goes on as soon as its gate is disarmed.
          for step in 1..${holdSeconds * 10} loop
            exit when not exists (select from chaos.armed where gate = tg_argv[0]);
            perform pg_sleep(0.1);
          end loop;
        elsif armed_side = 'after' then
          perform pg_notify('${channel}', tg_argv[0] || '|' || current_setting('application_name'));
        end if;
        return null;
      end $$`);
    for (const [index, [name, gate]] of Object.entries(gates).entries()) {
      const trigger = `chaos_${String(index).padStart(2, "0")}`;
      const when = gate.when === "true" ? "" : `when (${gate.when})`;
      await client.query(
        `create trigger ${trigger} after ${gate.event} on ${gate.table}
         for each row ${when} execute function chaos.stop_here('${name}')`,
      );
    }
  });
}

export function createGateKeeper(url: () => string): GateKeeper {
  let onReached: ((gate: string, member: string, backend: number | null) => void) | null = null;
  return {
    async catchAt(armed, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<Caught | null>();
      onReached = (gate, member, backend) => {
        const side = backend === null ? "after" : "before";
        const instant = armed.find((each) => each.gate === gate && each.side === side);
        if (instant !== undefined) resolve({ ...instant, member, backend });
      };
      const timer = setTimeout(() => resolve(null), timeoutMs);
      try {
        return await withClient(url(), async (client) => {
          client.on("notification", ({ payload = "" }) => {
            const [gate = "", member = ""] = payload.split("|");
            onReached?.(gate, member, null);
          });
          await client.query(`listen ${channel}`);
          await client.query(`delete from chaos.armed`);
          const rows = JSON.stringify(armed);
          await client.query(
            `insert into chaos.armed
             select gate, side from jsonb_to_recordset($1::jsonb) as given (gate text, side text)`,
            [rows],
          );
          const caught = await promise;
          // The gate of a held process stays armed, so that the process waits to be killed.
          const held = caught?.side === "before" ? caught.gate : "";
          await client.query(`delete from chaos.armed where gate <> $1`, [held]);
          return caught;
        });
      } finally {
        clearTimeout(timer);
        onReached = null;
      }
    },
    endBackend: async (backend) =>
      withClient(url(), async (client) => {
        await client.query(`select pg_terminate_backend($1)`, [backend]);
        await client.query(`delete from chaos.armed`);
      }),
    onLogLine(line) {
      const [, gate, member = "", backend] = /chaos\|([^|]+)\|([^|]+)\|(\d+)/.exec(line) ?? [];
      if (gate !== undefined) onReached?.(gate, member, Number(backend));
    },
  };
}
