import { afterAll, beforeEach, expect, test } from "vitest";

import { createOutboxClaims } from "#api/relay/outbox-claims.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import {
  addToOutbox,
  claimOutbox,
  findOutboxBacklog,
  findOutboxPosition,
  finishOutbox,
  retryOutbox,
} from "#db/outbox.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { createTestBatch } from "#test/support/jobs/batches.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { queueRun } from "#test/support/pipelines/runs.ts";

// The outbox is shared by all organizations, so each test has a separate database.
let database: TestDatabase | undefined;
let owner: TestOrganization;

beforeEach(async () => {
  await database?.drop();
  database = await createTestDatabase();
  owner = await createOrganization(database.orm);
});

afterAll(async () => {
  await database?.drop();
});

function orm() {
  if (database === undefined) throw new Error("no database");
  return database.orm;
}

const em = () => orm().em.fork();

async function queueJobs(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, async () => queueJob(orm(), owner)));
}

/** Makes all messages this many seconds older. */
async function pass(seconds: number): Promise<void> {
  await em().execute(
    `update outbox set available_at = available_at - make_interval(secs => ?),
       created_at = created_at - make_interval(secs => ?)`,
    [seconds, seconds],
  );
}

test("concurrent relays never claim the same message, and together claim all", async () => {
  const jobIds = await queueJobs(30);

  const claims = await Promise.all([1, 2, 3, 4].map(async () => claimOutbox(em(), 10)));

  const claimed = claims.flat().map((message) => message.subjectId);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.toSorted()).toEqual(jobIds.toSorted());
});

test("the oldest messages are claimed first, with the data that a start needs", async () => {
  const [jobId = ""] = await queueJobs(1);
  await pass(10);
  await queueJobs(2);

  expect(await claimOutbox(em(), 1)).toMatchObject([
    {
      subjectId: jobId,
      kind: "start",
      attempts: 1,
      organization: { id: owner.organizationId, plan: "enterprise" },
      isBackground: false,
    },
  ]);
});

test("jobs of a batch and runs of pipelines are background work, other messages are not", async () => {
  await createTestBatch(orm(), owner);
  const { pipelineId } = await createTestPipeline(orm(), owner);
  await queueRun(orm(), owner, { pipelineId });
  await queueJobs(1);

  const claimed = await claimOutbox(em(), 5);

  expect(claimed.map(({ kind, isBackground }) => [kind, isBackground])).toEqual([
    ["start", true],
    ["run", true],
    ["start", false],
  ]);
});

test("a dead relay's claim becomes due again within a minute, but not while a call may be under way", async () => {
  await queueJobs(1);
  const [first] = await claimOutbox(em(), 5);

  // The relay's deadline for one call.
  await pass(5);
  expect(await claimOutbox(em(), 5)).toEqual([]);

  await pass(55);
  expect(await claimOutbox(em(), 5)).toMatchObject([{ id: first?.id, attempts: 2 }]);
});

test("a dispatched message is deleted", async () => {
  await queueJobs(2);
  const claimed = await claimOutbox(em(), 1);

  await finishOutbox(
    em(),
    claimed.map((message) => message.id),
  );
  await finishOutbox(em(), []);

  expect(await em().count(OutboxMessage, {})).toBe(1);
});

test("a failed message is retried with growing delays of at most a minute", async () => {
  await queueJobs(1);
  const [message] = await claimOutbox(em(), 1);
  const delays: number[] = [];

  for (const attempts of [1, 2, 3, 6, 40]) {
    await retryOutbox(em(), { id: message?.id ?? "", attempts, error: "Temporal is away" });
    const rows = await em().execute<{ seconds: number }[]>(
      `select extract(epoch from available_at - now())::float8 as seconds from outbox`,
    );
    delays.push(Math.ceil(rows[0]?.seconds ?? 0));
  }

  expect(delays).toEqual([2, 4, 8, 60, 60]);
  expect(await claimOutbox(em(), 1)).toEqual([]);
});

test("a message without job and organization is claimed like any other", async () => {
  await addToOutbox(em(), { kind: "mail", subjectId: "mai_1", organizationId: null });

  const [message] = await claimOutbox(em(), 5);

  expect(message).toMatchObject({ kind: "mail", subjectId: "mai_1", organization: null });
  await finishOutbox(em(), [message?.id ?? ""]);
  expect(await findOutboxBacklog(em())).toMatchObject({ waiting: 0 });
});

test("a cancellation is claimed after its job's start", async () => {
  const [jobId = ""] = await queueJobs(1);
  await beginJob(em(), jobId);
  await requestCancel(em(), { jobId, organizationId: owner.organizationId });

  const claimed = await claimOutbox(em(), 5);

  expect(claimed.map((message) => message.kind)).toEqual(["start", "cancel"]);
});

test("a thousand messages of one organization do not delay another's first, and each organization's stay in order", async () => {
  const greedy = await createTestBatch(
    orm(),
    owner,
    Array.from({ length: 900 }, () => 1),
  );
  const modest = await createOrganization(orm());
  const [jobId, other] = [await queueJob(orm(), modest), await queueJob(orm(), modest)];
  await addToOutbox(em(), { kind: "mail", subjectId: "mai_1", organizationId: null });

  const first = (await claimOutbox(em(), 8)).map(({ subjectId }) => subjectId);
  const second = (await claimOutbox(em(), 8)).map(({ subjectId }) => subjectId);

  expect(first.toSorted()).toEqual(
    [...greedy.jobIds.slice(0, 5), jobId, other, "mai_1"].toSorted(),
  );
  expect(second).toEqual(greedy.jobIds.slice(5, 13));
});

test("a claim is full while enough messages are due, however they are distributed", async () => {
  const few = await Promise.all([3, 3, 3].map(async () => createOrganization(orm())));
  for (const organization of few) await createTestBatch(orm(), organization, [1, 1, 1]);
  await createTestBatch(
    orm(),
    owner,
    Array.from({ length: 100 }, () => 1),
  );
  await em().execute(
    `insert into outbox (kind, subject_id, organization_id, available_at)
     select 'mail', 'mai_' || n, 'org_' || n, now() + interval '1 hour' from generate_series(1, 300) n`,
  );

  const sizes = [];
  for (let claim = 0; claim < 4; claim += 1) sizes.push((await claimOutbox(em(), 32)).length);

  expect(sizes).toEqual([32, 32, 32, 13]);
});

test("many organizations are served one message each, the longest waiting first", async () => {
  await em().execute(
    `insert into outbox (kind, subject_id, organization_id, available_at)
     select 'mail', 'mai_' || o || '_' || m, 'org_' || o, now() - make_interval(secs => 1000 - o)
     from generate_series(1, 500) o, generate_series(1, 20) m`,
  );

  const claimed = await claimOutbox(em(), 32);

  // These organizations have no rows, so their messages carry no organization; the subjects identify them.
  const organizations = claimed.map(({ subjectId }) => subjectId.split("_")[1]);
  expect(new Set(organizations).size).toBe(32);
});

/** Simulates messages that other transactions have written and dispatched in the meantime. */
async function passMessages(count: number): Promise<void> {
  await em().execute(
    `with passed as (
       insert into outbox (kind, subject_id) select 'mail', 'mai_' || n from generate_series(1, ?) n
       returning id)
     select count(*) from passed`,
    [count],
  );
  await em().execute(`delete from outbox where subject_id like 'mai_%'`);
}

test("a claim after a position leaves out much older messages, and alternates between organizations", async () => {
  const [former = ""] = await queueJobs(1);
  await passMessages(1_000);
  const position = await findOutboxPosition(em());
  const greedy = await createTestBatch(
    orm(),
    owner,
    Array.from({ length: 50 }, () => 1),
  );
  const jobId = await queueJob(orm(), await createOrganization(orm()));

  const recent = (await claimOutbox(em(), 4, position)).map(({ subjectId }) => subjectId);

  expect(recent.toSorted()).toEqual([...greedy.jobIds.slice(0, 3), jobId].toSorted());
  expect((await claimOutbox(em(), 1)).map(({ subjectId }) => subjectId)).toEqual([former]);
});

/** Commits the message "late" after a claim has passed its id. */
async function commitBehind(claimDue: ReturnType<typeof createOutboxClaims>): Promise<void> {
  const late = em();
  await late.begin();
  await addToOutbox(late, { kind: "mail", subjectId: "late", organizationId: null });
  await passMessages(1_000);
  expect(await claimDue(em(), 4)).toEqual([]);
  await late.commit();
}

test("a message whose transaction commits after a thousand later ones is claimed within a second", async () => {
  let clock = 0;
  const claimDue = createOutboxClaims({ now: () => clock });
  await commitBehind(claimDue);
  const jobIds = await queueJobs(2);

  const claimed = await claimDue(em(), 4);

  expect(claimed.map(({ subjectId }) => subjectId).toSorted()).toEqual(jobIds.toSorted());
  clock += 1_000;
  expect((await claimDue(em(), 4)).map(({ subjectId }) => subjectId)).toEqual(["late"]);
});

test("after a full claim of recent messages, the next claim considers all messages", async () => {
  const claimDue = createOutboxClaims({ now: () => 0 });
  await commitBehind(claimDue);
  await queueJobs(5);

  expect(await claimDue(em(), 4)).toHaveLength(4);
  const rest = await claimDue(em(), 4);

  expect(rest.map(({ subjectId }) => subjectId)).toContain("late");
});

test("the backlog reports the number of waiting messages and the age of the oldest", async () => {
  expect(await findOutboxBacklog(em())).toEqual({ waiting: 0, oldestSeconds: 0 });

  await queueJobs(2);
  await pass(90);
  await queueJobs(1);

  const { waiting, oldestSeconds } = await findOutboxBacklog(em());
  expect(waiting).toBe(3);
  expect(Math.floor(oldestSeconds)).toBe(90);
});
