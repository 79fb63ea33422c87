import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { Provider } from "#db/entities/catalog.ts";
import { ProviderSubmission } from "#db/entities/job.ts";
import { ProviderTurn } from "#db/entities/provider-slots.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import {
  acceptSubmission,
  endSubmission,
  findSubmission,
  giveUpSubmission,
  holdBackSubmission,
  returnSubmission,
  saveHandle,
  succeedSubmission,
  takeSubmission,
} from "#db/jobs/submissions.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import {
  askForSlot,
  listAwaitedProviders,
  measureSlots,
  passSlots,
} from "#db/providers/provider-slots.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { choiceOf, newJob, queueJob } from "#test/support/jobs/jobs.ts";

const providerSlug = "studio";
const limit = 3;
const platformKeys = () => ["key"];
const database = useDatabase();

let orm: MikroORM;
let owner: TestOrganization;

beforeAll(async () => {
  ({ orm } = database);
});

/** The tests share a provider: each begins with free slots and an empty queue. */
beforeEach(async () => {
  await em().execute(
    `update provider_submissions set state = 'failed', finished_at = now() where finished_at is null`,
  );
  await setLimit(limit);
  owner = await createOrganization(orm);
});

const em = () => orm.em.fork();

async function setLimit(concurrencyLimit: number | null): Promise<void> {
  const change = { concurrencyLimit, concurrencyKnown: null };
  await em().nativeUpdate(Provider, { slug: providerSlug }, change);
}

/** A submission that is ready to send. */
async function prepare(organization = owner): Promise<string> {
  const jobId = await queueJob(orm, organization, 1);
  return (await findSubmission(em(), { jobId, step: "main", generation: 1 })).id;
}

async function prepareMany(count: number, organization = owner): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, async () => prepare(organization)));
}

async function ask(submissionId: string, connection = orm): Promise<boolean> {
  return (
    await askForSlot(connection.em.fork(), {
      submissionId,
      providerSlug,
      providerKeyId: null,
      fingerprints: platformKeys(),
    })
  ).hasSlot;
}

async function take(submissionId: string): Promise<string> {
  const fence = await takeSubmission(em(), submissionId, { takeOver: false });
  if (fence === null) throw new Error("the submission was not given");
  return fence.token;
}

/** Requests a slot and sends. */
async function send(submissionId: string): Promise<string> {
  expect(await ask(submissionId)).toBe(true);
  return take(submissionId);
}

async function slotsInUse(): Promise<number> {
  const slots = await measureSlots(em(), platformKeys);
  return slots.find(({ provider }) => provider === providerSlug)?.inUse ?? 0;
}

/** Passes free slots on. Returns the submissions of the workflows to notify. */
async function pass(): Promise<string[]> {
  const runs = await passSlots(em(), providerSlug, platformKeys);
  return Promise.all(
    runs.map(
      async ({ jobId }) => (await findSubmission(em(), { jobId, step: "main", generation: 1 })).id,
    ),
  );
}

const result = { files: [] };

test("of sixty concurrent requests over five connections, as many as there are slots get one", async () => {
  const others = await Promise.all([1, 2].map(async () => createOrganization(orm)));
  const submissions = (
    await Promise.all([owner, ...others].map(async (each) => prepareMany(20, each)))
  ).flat();
  const connections = await Promise.all(
    Array.from({ length: 5 }, async () => connectDatabase({ url: database.url, poolMax: 4 })),
  );

  await Promise.all(submissions.map(async (id, index) => ask(id, connections[index % 5])));

  const holding = await em().find(ProviderSubmission, { slotUntil: { $ne: null } });
  expect(holding.filter(({ id }) => submissions.includes(id))).toHaveLength(limit);
  expect(await slotsInUse()).toBe(limit);
  await Promise.all(connections.map(async (connection) => connection.close()));
});

test("concurrent takes, releases and passes of slots never exceed the limit, and serve each submission once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.constantFrom("succeed", "fail", "return", "end"), {
        minLength: 6,
        maxLength: 14,
      }),
      async (slots, ends) => {
        await em().execute(
          `update provider_submissions set state = 'failed', finished_at = now() where finished_at is null`,
        );
        await setLimit(slots);
        const rival = await createOrganization(orm);
        let busy = 0;
        let most = 0;
        const served = new Map<string, number>();

        async function run(end: (typeof ends)[number], index: number): Promise<void> {
          const id = await prepare(index % 2 === 0 ? owner : rival);
          let isReturned = false;
          for (;;) {
            if (!(await ask(id))) {
              await pass();
              continue;
            }
            const fence = await takeSubmission(em(), id, { takeOver: false });
            if (fence === null) continue;
            const { token } = fence;
            // The provider's view: after the commit that sends, and before the commit that ends.
            busy += 1;
            most = Math.max(most, busy, await slotsInUse());
            served.set(id, (served.get(id) ?? 0) + 1);
            busy -= 1;
            if (end === "return" && !isReturned) {
              isReturned = true;
              await returnSubmission(em(), {
                submissionId: id,
                token,
                code: "provider_overloaded",
              });
              continue;
            }
            if (end === "succeed") await succeedSubmission(em(), id, result);
            else if (end === "end") {
              await acceptSubmission(em(), { submissionId: id, token, handle: {} });
              await endSubmission(em(), { submissionId: id, state: "canceled" });
            } else await endSubmission(em(), { submissionId: id, state: "failed", token });
            return;
          }
        }
        await Promise.all(ends.map(run));

        expect(most).toBeLessThanOrEqual(slots);
        // Once each; returned submissions once more.
        const repeats = ends.filter((end) => end === "return").length;
        expect([...served.values()].filter((times) => times === 1)).toHaveLength(
          ends.length - repeats,
        );
        expect([...served.values()].filter((times) => times === 2)).toHaveLength(repeats);
        expect(await slotsInUse()).toBe(0);
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);

test("a slot is granted, used and freed in the commits that change the submission", async () => {
  const ends: Record<string, (id: string, token: string) => Promise<unknown>> = {
    succeeded: async (id) => succeedSubmission(em(), id, result),
    failed: async (submissionId) => endSubmission(em(), { submissionId, state: "failed" }),
    canceled: async (submissionId) => endSubmission(em(), { submissionId, state: "canceled" }),
    returned: async (submissionId, token) =>
      returnSubmission(em(), { submissionId, token, code: "provider_overloaded" }),
    "given up": async (id) => giveUpSubmission(em(), id),
  };
  const inUse: [string, number, number][] = [];
  for (const [name, end] of Object.entries(ends)) {
    const id = await prepare();
    const token = await send(id);
    const before = await slotsInUse();
    await end(id, token);
    inUse.push([name, before, await slotsInUse()]);
  }

  expect(inUse).toEqual(Object.keys(ends).map((name) => [name, 1, 0]));
});

test("an accepted request, or one whose reply was lost, keeps its slot", async () => {
  const [accepted = "", unknown = ""] = await prepareMany(2);
  const token = await send(accepted);
  await acceptSubmission(em(), { submissionId: accepted, token, handle: {} });
  await send(unknown);
  await endSubmission(em(), { submissionId: unknown, state: "unknown" });

  expect(await slotsInUse()).toBe(2);
});

test("a request found after it was given up takes its slot again", async () => {
  const id = await prepare();
  await send(id);
  await giveUpSubmission(em(), id);

  await saveHandle(em(), id, { id: "late" });

  expect(await slotsInUse()).toBe(1);
});

test("neither a waiting submission nor one whose grant has expired may send", async () => {
  const [first = "", ...rest] = await prepareMany(limit + 1);
  for (const id of rest) await send(id);

  expect(await ask(first)).toBe(false);
  expect(await takeSubmission(em(), first, { takeOver: false })).toBeNull();

  await endSubmission(em(), { submissionId: rest[0] ?? "", state: "failed" });
  expect(await pass()).toEqual([first]);
  await em().execute(
    `update provider_submissions set slot_until = now() - interval '1 s' where id = ?`,
    [first],
  );
  expect(await takeSubmission(em(), first, { takeOver: false })).toBeNull();
  expect(await ask(first)).toBe(true);
  await take(first);
});

test("a granted slot unused by a dead workflow passes on, and its submission keeps its place in the queue", async () => {
  const holders = await prepareMany(limit);
  for (const id of holders) await send(id);
  const [gone = "", next = ""] = await prepareMany(2);
  await ask(gone);
  await ask(next);
  await endSubmission(em(), { submissionId: holders[0] ?? "", state: "failed" });
  expect(await pass()).toEqual([gone]);
  expect(await pass()).toEqual([]);

  await em().execute(
    `update provider_submissions set slot_until = now() - interval '1 s' where id = ?`,
    [gone],
  );
  expect(await pass()).toEqual([next]);
  await endSubmission(em(), { submissionId: holders[1] ?? "", state: "failed" });
  expect(await pass()).toEqual([gone]);
});

test("a slot that was never freed becomes free when it expires", async () => {
  const holders = await prepareMany(limit);
  for (const id of holders) await send(id);
  const waiting = await prepare();
  expect(await ask(waiting)).toBe(false);
  const [row] = await em().execute<{ hours: number }[]>(
    `select extract(epoch from slot_until - now())::float8 / 3600 as hours
     from provider_submissions where id = ?`,
    [holders[0]],
  );

  // Longer than the longest generation and any attempt under way.
  expect(row?.hours).toBeGreaterThan(2.1);
  expect(row?.hours).toBeLessThan(2.5);
  await em().execute(
    `update provider_submissions set slot_until = now() - interval '1 s' where id = ?`,
    [holders[0]],
  );

  expect(await pass()).toEqual([waiting]);
});

test("a job that ends while waiting, or before using its slot, leaves the queue and frees the slot", async () => {
  const holders = await prepareMany(limit - 1);
  for (const id of holders) await send(id);
  const [given = "", waiting = ""] = await prepareMany(2);
  expect(await ask(given)).toBe(true);
  expect(await ask(waiting)).toBe(false);

  for (const id of [given, waiting]) {
    const { jobId } = await em().findOneOrFail(ProviderSubmission, id);
    await beginJob(em(), jobId);
    await endWithoutResult(em(), { jobId, status: "canceled" });
  }

  expect(await slotsInUse()).toBe(limit - 1);
  expect(await listAwaitedProviders(em())).not.toContain(providerSlug);
});

test("a submission held back for other reasons gives up its slot and its place in the queue", async () => {
  const id = await prepare();
  expect(await ask(id)).toBe(true);

  await holdBackSubmission(em(), { submissionId: id, code: "provider_not_available" });

  expect(await slotsInUse()).toBe(0);
  expect(await listAwaitedProviders(em())).not.toContain(providerSlug);
  await send(id);
});

test("one organization's forty jobs do not delay another organization's first job", async () => {
  const many = await prepareMany(40);
  for (const id of many) await ask(id);
  const held = await em().find(ProviderSubmission, { id: { $in: many }, slotUntil: { $ne: null } });
  expect(held).toHaveLength(limit);
  for (const { id } of held) await take(id);
  const newcomer = await prepare(await createOrganization(orm));
  expect(await ask(newcomer)).toBe(false);

  await endSubmission(em(), { submissionId: held[0]?.id ?? "", state: "failed" });

  expect(await pass()).toEqual([newcomer]);
});

test("one organization leaves one slot in ten free for organizations without a request", async () => {
  await setLimit(10);
  const many = await prepareMany(12);
  const answers: boolean[] = [];
  for (const id of many) answers.push(await ask(id));
  expect(answers.filter(Boolean)).toHaveLength(9);

  expect(await ask(await prepare(await createOrganization(orm)))).toBe(true);
});

test("two waiting organizations are served by the weights of their plans", async () => {
  const free = await createOrganization(orm);
  await em().execute(`update organizations set plan = 'free' where id = ?`, [free.organizationId]);
  await setLimit(1);
  const dear = new Set(await prepareMany(40));
  const cheap = new Set(await prepareMany(10, free));
  const blocker = await prepare(await createOrganization(orm));
  await send(blocker);
  for (const id of [...dear, ...cheap]) await ask(id);
  const order: string[] = [];

  let holder = blocker;
  while (order.length < 27) {
    await endSubmission(em(), { submissionId: holder, state: "failed" });
    [holder = ""] = await pass();
    order.push(dear.has(holder) ? "dear" : "cheap");
  }

  expect(order.filter((plan) => plan === "cheap")).toHaveLength(3);
  expect(order.lastIndexOf("cheap")).toBeGreaterThan(9);
});

test("a lower limit revokes no slot and grants none until usage is below it; without a limit all proceed", async () => {
  const holders = await prepareMany(limit);
  for (const id of holders) await send(id);
  const waiting = await prepareMany(2);
  for (const id of waiting) await ask(id);

  await setLimit(1);
  await endSubmission(em(), { submissionId: holders[0] ?? "", state: "failed" });
  expect(await pass()).toEqual([]);

  await setLimit(null);
  expect((await pass()).toSorted()).toEqual(waiting.toSorted());
});

test("an organization's place in the fair queue is deleted once the clock has passed it", async () => {
  await setLimit(1);
  const rivals = await Promise.all([1, 2, 3].map(async () => createOrganization(orm)));

  for (let round = 0; round < 3; round += 1) {
    for (const rival of rivals) {
      const id = await prepare(rival);
      await send(id);
      await succeedSubmission(em(), id, result);
    }
  }

  const organizationIds = rivals.map(({ organizationId }) => organizationId);
  const turns = await em().find(ProviderTurn, { organizationId: { $in: organizationIds } });
  expect(turns.length).toBeLessThanOrEqual(rivals.length);
  const [clock] = await em().execute<{ clock: number }[]>(
    `select clock from provider_clocks where provider_slug = ?`,
    [providerSlug],
  );
  expect(turns.every(({ endsAt }) => Number(endsAt) > (clock?.clock ?? 0))).toBe(true);
});

test("another provider's slots are separate", async () => {
  for (const id of await prepareMany(limit)) await send(id);
  const choice = { ...choiceOf(1), providerSlug: "ideogram", modelId: "ideogram-v3" };
  const { jobId } = await createJob(em(), newJob(owner, { choice }));
  const elsewhere = await findSubmission(em(), { jobId, step: "main", generation: 1 });

  const asked = await askForSlot(em(), {
    submissionId: elsewhere.id,
    providerSlug: "ideogram",
    providerKeyId: null,
    fingerprints: platformKeys(),
  });

  expect(asked).toEqual({ hasSlot: true, others: [] });
});
