import { setTimeout as delay } from "node:timers/promises";

import { findWrongBooks } from "#db/billing/verify-books.ts";
import { CreditAccount, CreditEntry } from "#db/entities/credits.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { listTasks } from "#domain/maintenance.ts";
import { countRequests, type Counts } from "#test/support/drill-counts.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

export interface DrillWorld {
  readonly engine: TestEngine;
  /** A provider that cannot recognize a repeated request: each one is billed. */
  readonly provider: FakeStudio;
  close(): Promise<void>;
}

/** Jobs that are still open then have not ended. */
const endMsMax = 900_000;
const chat = { message: "a red fox", capability: "text-to-image" };

/** Starts PostgreSQL, Temporal and two fake providers. The drill starts APIs and workers. */
export async function startDrillWorld(env: Record<string, string> = {}): Promise<DrillWorld> {
  const [studio, provider] = await Promise.all([startFakeStudio(), startFakeStudio()]);
  const engine = await startTestEngine({
    studioUrl: studio.url,
    second: { url: provider.url },
    tasks: listTasks({ sells: false }),
    env: { RECONCILE_SECONDS: "3", ...env },
  });
  await engine.startTemporal();
  return {
    engine,
    provider,
    async close() {
      await engine.close();
      await Promise.all([studio.close(), provider.close()]);
    },
  };
}

export async function createJobs({ engine }: DrillWorld, count: number): Promise<string[]> {
  const jobIds: string[] = [];
  for (let made = 0; made < count; made += 20) {
    const some = Array.from({ length: Math.min(20, count - made) }, async () =>
      engine.createJob(chat),
    );
    jobIds.push(...(await Promise.all(some)));
  }
  return jobIds;
}

/** Counts requests whose acceptance is recorded, so that no death of a process can lose it. */
export async function countAccepted(
  { engine }: DrillWorld,
  jobIds: readonly string[],
): Promise<number> {
  const accepted = { jobId: { $in: [...jobIds] }, state: "accepted" } as const;
  return engine.orm.em.fork().count(ProviderSubmission, accepted);
}

/**
 * Waits for the end of jobs and judges them: all have completed, none was sent to the provider twice, each was charged
 * once, and the books are right.
 */
export async function judgeJobs(
  { engine, provider }: DrillWorld,
  jobIds: readonly string[],
): Promise<Counts> {
  const ids = { id: { $in: [...jobIds] } };
  const deadline = Date.now() + endMsMax;
  while ((await engine.orm.em.fork().count(Job, { ...ids, finishedAt: null })) > 0) {
    if (Date.now() > deadline) break;
    await delay(500);
  }
  const jobs = await engine.orm.em.fork().find(Job, ids);
  const completed = jobs.filter(({ status }) => status === "completed");
  const charges = await engine.orm.em
    .fork()
    .count(CreditEntry, { kind: "capture", jobId: { $in: [...jobIds] } });
  const accounts = await engine.orm.em.fork().findAll(CreditAccount);
  const wrong = await findWrongBooks(
    engine.orm.em.fork(),
    accounts.map(({ organizationId }) => organizationId),
  );
  const counts = {
    jobs: jobIds.length,
    completed: completed.length,
    charges,
    "credits held at the end": accounts.reduce((sum, { held }) => sum + Number(held), 0),
    "findings in the books": wrong.length,
    ...countRequests(provider.submissions),
  };
  expectCounts(counts, {
    completed: jobIds.length,
    charges: jobIds.length,
    "credits held at the end": 0,
    "findings in the books": 0,
    "requests at the provider": jobIds.length,
    "most requests for one generation": jobIds.length === 0 ? 0 : 1,
  });
  return counts;
}

/** Throws with all counts when one differs from the expected one. */
export function expectCounts(counts: Counts, expected: Counts): void {
  const wrong = Object.entries(expected).filter(([name, value]) => counts[name] !== value);
  if (wrong.length === 0) return;
  const sentences = wrong.map(([name, value]) => `${name}: ${counts[name]} instead of ${value}`);
  throw new Error(`${sentences.join("; ")} in ${JSON.stringify(counts)}`);
}
