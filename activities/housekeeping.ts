import type { Logger } from "pino";

import { deleteExpiredAccountTokens } from "#db/account-tokens.ts";
import { listProviders, saveProbe } from "#db/catalog.ts";
import { IdempotencyReceipt } from "#db/entities/job.ts";
import { deleteExpiredAnswers } from "#db/idempotent-answers.ts";
import { deleteEndedInvitations } from "#db/invitations.ts";
import { deleteOldMails } from "#db/mails.ts";
import { deleteExpiredSessions } from "#db/sessions.ts";
import { deleteExpiredSignInAttempts } from "#db/sign-in-attempts.ts";
import { AppError } from "#domain/errors.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import { providerAccess } from "./providers/provider-access.ts";

const probeMs = 30_000;
const probeTimeoutMs = 5_000;
const sweepMs = 600_000;

/**
 * What a worker does beside its tasks: probes configured providers and forgets old idempotency keys,
 * invitations, sessions, mails with their tokens and sign-ins that nobody finished. Every worker does it; each write is harmless
 * when repeated. Returns the function that stops it.
 */
export function startHousekeeping(dependencies: ActivityDependencies): () => void {
  const { logger } = dependencies;
  const timers = [
    every(probeMs, "probe of providers", logger, async () => probeProviders(dependencies)),
    every(sweepMs, "sweep of idempotency keys", logger, async () => {
      await dependencies.orm.em
        .fork()
        .nativeDelete(IdempotencyReceipt, { expiresAt: { $lt: new Date() } });
      await deleteExpiredAnswers(dependencies.orm.em.fork());
    }),
    every(sweepMs, "sweep of invitations", logger, async () => {
      await deleteEndedInvitations(dependencies.orm.em.fork(), new Date());
    }),
    every(sweepMs, "sweep of sessions", logger, async () => {
      await deleteExpiredSessions(dependencies.orm.em.fork());
    }),
    every(sweepMs, "sweep of mails", logger, async () => {
      await deleteOldMails(dependencies.orm.em.fork());
      await deleteExpiredAccountTokens(dependencies.orm.em.fork());
    }),
    every(sweepMs, "sweep of sign-ins", logger, async () => {
      await deleteExpiredSignInAttempts(dependencies.orm.em.fork());
    }),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

function every(milliseconds: number, name: string, logger: Logger, work: () => Promise<void>) {
  // A failure here is tried again at the next turn; the database's own alarm is readiness.
  const run = () => {
    work().catch((error: unknown) => logger.warn({ error }, `${name} failed`));
  };
  run();
  return setInterval(run, milliseconds);
}

async function probeProviders({
  orm,
  adapters,
  providerSettings,
}: ActivityDependencies): Promise<void> {
  const em = orm.em.fork();
  const entries = await listProviders(em, providerSettings);
  for (const { provider, configured } of entries) {
    const adapter = adapters[provider.slug];
    const value = providerSettings[provider.setting];
    if (!configured || adapter === undefined || value === undefined) continue;
    const startedAt = performance.now();
    const errorCode = await adapter
      .checkHealth({
        ...providerAccess(provider, value),
        idempotencyKey: "",
        signal: AbortSignal.timeout(probeTimeoutMs),
      })
      .then(
        () => null,
        (error: unknown) => (error instanceof AppError ? error.code : "internal"),
      );
    await saveProbe(em, {
      providerSlug: provider.slug,
      ok: errorCode === null,
      latencyMs: Math.round(performance.now() - startedAt),
      errorCode,
    });
  }
}
