import { setTimeout as delay } from "node:timers/promises";

import type { Pool, PoolClient } from "pg";
import { escapeLiteral } from "pg";

import { watchStatements } from "./watch-statements.ts";

/** Channel of changed jobs, and the prefix of the notices by which triggers report them to their session. */
export const jobEventChannel = "job_event";

/** Separates the changes of one notification. */
export const betweenChanges = "\n";

const prefix = `${jobEventChannel} `;
/** PostgreSQL limits a payload to 8,000 bytes. A change has two ids and a type, some 120 bytes. */
const changesMax = 50;
/** Pause after a notification of several changes, so that a busy process sends at most 50 a second. */
const pauseMs = 20;
/** Not `rollback to` a savepoint, after which the transaction goes on. */
const rollback = /^\s*rollback\s*;?\s*$/i;

/**
 * Notifies the API processes of the jobs that the transactions of this pool have changed. A trigger reports a change to
 * its session (`raise notice`), and the session's process passes it on when the transaction has ended. PostgreSQL takes
 * one lock of the whole server for a transaction that notifies, until its flush to disk: separate notifications, which
 * wait for no disk, keep the commits of jobs independent (decision 0104). A change whose process dies in between is not
 * announced; readers also look at the rows.
 */
export function forwardNotices(pool: Pool): void {
  const reported = new WeakMap<PoolClient, string[]>();
  const waiting = new Set<string>();
  let isSending = false;

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (waiting.size > 0) {
        const changes = [...waiting].slice(0, changesMax);
        for (const change of changes) waiting.delete(change);
        await pool.query(notifyStatement(changes));
        if (changes.length > 1) await delay(pauseMs, undefined, { ref: false });
      }
    } catch {
      // The database is unavailable, or the process ends.
      waiting.clear();
    } finally {
      isSending = false;
    }
  }

  pool.on("connect", (client) => {
    const changes: string[] = [];
    reported.set(client, changes);
    client.on("notice", ({ message }) => {
      if (message?.startsWith(prefix) === true) changes.push(message.slice(prefix.length));
    });
    // A failed statement or a rollback undoes the changes that its transaction has reported.
    const forget = () => void changes.splice(0);
    watchStatements(client, {
      onSuccess: (text) => (rollback.test(text) ? forget() : undefined),
      onFailure: forget,
    });
  });
  pool.on("release", (error, client) => {
    const changes = reported.get(client)?.splice(0) ?? [];
    if (error || changes.length === 0) return;
    for (const change of changes) waiting.add(change);
    void send();
  });
}

/** Both statements are one implicit transaction. It writes nothing, so nothing is lost with the server's memory. */
function notifyStatement(changes: readonly string[]): string {
  const payload = escapeLiteral(changes.join(betweenChanges));
  return `set local synchronous_commit = off; select pg_notify('${jobEventChannel}', ${payload})`;
}
