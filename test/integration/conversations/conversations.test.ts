import { describe, expect, test } from "vitest";

import { createPurgeJobs } from "#activities/maintenance/maintain-jobs.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { deleteConversation } from "#api/routes/conversations/delete-conversation.ts";
import { listConversations } from "#api/routes/conversations/list-conversations.ts";
import { listMessages } from "#api/routes/conversations/list-messages.ts";
import { openConversation } from "#db/conversations/conversations.ts";
import { listDeletedConversations } from "#db/conversations/delete-messages.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Conversation } from "#db/entities/conversation.ts";
import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { conversationIdOf } from "#domain/conversations/conversation-id.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { createMemoryLog } from "#test/support/log.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 1_000 });
const stranger = useOrganization(database);

interface Accepted {
  readonly jobId: string;
  readonly conversationId: string;
}

interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly nextCursor: string | null;
}

async function say(message: string, conversationId?: string, key = owner.key): Promise<Accepted> {
  const body = { message, parseIntent: true, conversationId };
  const response = await api.call("/v1/chat", { key, body });
  const accepted = await expectDocumented(createChatJob, response);
  expect(response.status).toBe(202);
  return accepted as Accepted;
}

async function readMessages(conversationId: string, query = ""): Promise<Page> {
  const path = `/v1/conversations/${conversationId}/messages${query}`;
  const response = await api.call(path, { key: owner.key });
  return (await expectDocumented(listMessages, response)) as Page;
}

async function readConversations(key: string): Promise<Page> {
  const response = await api.call("/v1/conversations", { key });
  return (await expectDocumented(listConversations, response)) as Page;
}

async function remove(conversationId: string, key = owner.key): Promise<Response> {
  return api.call(`/v1/conversations/${conversationId}`, { method: "DELETE", key });
}

async function purge(): Promise<void> {
  const { log: logger } = createMemoryLog();
  await runActivity(createPurgeJobs({ orm: database.orm, storage: api.storage, logger }));
}

describe("a conversation", () => {
  test("costs nothing until a second message names it", async () => {
    const first = await say("a red fox");

    expect(first.conversationId).toBe(first.jobId.replace("job_", "cnv_"));
    const em = database.orm.em.fork();
    expect(await em.findOne(Conversation, first.conversationId)).toBeNull();
    expect((await em.findOneOrFail(Job, first.jobId)).conversationId).toBeNull();
    expect((await readMessages(first.conversationId)).data).toMatchObject([
      { jobId: first.jobId, message: { text: "a red fox", inputs: [] }, status: "queued" },
    ]);
  });

  test("has the messages that name it, newest first, with the first one as title", async () => {
    const first = await say("a red fox");
    const second = await say("make it wider", first.conversationId);
    const third = await say("animate it", first.conversationId);

    expect([second, third].map(({ conversationId }) => conversationId)).toEqual([
      first.conversationId,
      first.conversationId,
    ]);
    const { data } = await readMessages(first.conversationId);
    expect(data.map(({ jobId }) => jobId)).toEqual([third.jobId, second.jobId, first.jobId]);
    const [summary] = (await readConversations(owner.key)).data;
    expect(summary).toMatchObject({
      conversationId: first.conversationId,
      title: "a red fox",
      messages: 3,
      lastJob: { jobId: third.jobId, status: "queued" },
    });
  });

  test("is opened by its first message with `new`", async () => {
    const { conversationId, jobId } = await say("a red fox", "new");

    expect((await readConversations(owner.key)).data[0]).toMatchObject({
      conversationId,
      messages: 1,
      lastJob: { jobId },
    });
  });

  test("is opened once by concurrent second messages", async () => {
    const first = await say("a red fox");

    const others = await Promise.all(
      ["again", "once more", "another"].map(async (text) => say(text, first.conversationId)),
    );

    const { data } = await readMessages(first.conversationId);
    const jobIds = data.map(({ jobId }) => jobId);
    expect(new Set(jobIds)).toEqual(new Set([first, ...others].map(({ jobId }) => jobId)));
    expect(jobIds).toHaveLength(4);
  });

  test("is found by a message that looks for it while another one opens it", async () => {
    const { conversationId, jobId } = await say("a red fox");
    const named = { conversationId, organizationId: owner.organizationId };

    const { late } = await database.orm.em.fork().transactional(async (tx) => {
      await openConversation(tx, named);
      await tx.execute("lock table jobs in access exclusive mode");
      // Reads no row of the conversation yet, and waits for the lock to read the job.
      const late = openConversation(database.orm.em.fork(), named);
      late.catch(() => undefined);
      const waiting = `select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`;
      await expect.poll(async () => tx.execute(waiting)).toHaveLength(1);
      return { late };
    });

    await expect(late).resolves.toBeUndefined();
    const job = await database.orm.em.fork().findOneOrFail(Job, jobId);
    expect(job.conversationId).toBe(conversationId);
  });

  test("does not start with a message of another conversation or with another job", async () => {
    const first = await say("a red fox");
    const second = await say("again", first.conversationId);
    const names = [second.jobId.replace("job_", "cnv_"), first.jobId, "cnv_x", "x"];

    for (const conversationId of names) {
      const body = { message: "again", parseIntent: true, conversationId };
      const response = await api.call("/v1/chat", { key: owner.key, body });
      expect(await expectDocumented(createChatJob, response)).toMatchObject({
        status: 404,
        code: "conversation_not_found",
      });
    }
  });

  test("of another organization is refused, with and without a row", async () => {
    const single = await say("a red fox");
    const opened = await say("a red fox", "new");

    for (const { conversationId } of [single, opened]) {
      const body = { message: "again", parseIntent: true, conversationId };
      const responses = [
        await api.call("/v1/chat", { key: stranger.key, body }),
        await api.call(`/v1/conversations/${conversationId}/messages`, { key: stranger.key }),
        await remove(conversationId, stranger.key),
      ];
      for (const response of responses) {
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ code: "outside_organization" });
      }
    }
    expect((await readConversations(stranger.key)).data).toEqual([]);
  });

  test("takes no estimate", async () => {
    const body = { message: "again", parseIntent: true, conversationId: "new", dryRun: true };
    const response = await api.call("/v1/chat", { key: owner.key, body });

    expect(await expectDocumented(createChatJob, response)).toMatchObject({
      status: 422,
      errors: [{ pointer: "/conversationId", code: "not_used" }],
    });
  });
});

describe("a deleted conversation", () => {
  test("loses what has ended at once, and what still runs when it ends", async () => {
    const { organizationId, key } = await createOrganization(database.orm, { credits: 100 });
    const queued = await say("a red fox", "new", key);
    const { conversationId } = queued;
    const done = await say("again", conversationId, key);
    const running = await say("again", conversationId, key);
    const em = database.orm.em.fork();
    await em.nativeUpdate(Job, done.jobId, { status: "completed", finishedAt: new Date() });
    await em.nativeUpdate(Job, running.jobId, { status: "processing", startedAt: new Date() });

    const response = await remove(conversationId, key);

    await expectDocumented(deleteConversation, response);
    expect(response.status).toBe(204);
    const jobs = async () => {
      const rows = await database.orm.em
        .fork()
        .find(Job, { conversationId }, { orderBy: { id: "asc" } });
      return rows.map(({ status, deletedAt, request }) => [
        status,
        deletedAt !== null,
        request.message,
      ]);
    };
    expect(await jobs()).toEqual([
      ["canceled", true, undefined],
      ["completed", true, undefined],
      ["canceling", false, "again"],
    ]);
    expect((await readConversations(key)).data).toEqual([]);
    const refused = await api.call("/v1/chat", { key, body: { message: "again", conversationId } });
    expect(refused.status).toBe(404);

    await endWithoutResult(database.orm.em.fork(), { jobId: running.jobId, status: "canceled" });
    await purge();
    expect((await jobs()).at(-1)).toEqual(["canceled", true, undefined]);
    const row = await database.orm.em.fork().findOneOrFail(Conversation, conversationId);
    expect(row.purgedAt).not.toBeNull();
    const entries = await database.orm.em.fork().find(AuditEntry, { organizationId });
    expect(entries.map(({ action }) => action)).toContain("conversation.deleted");
  });

  test("stays deleted when the request is repeated", async () => {
    const { conversationId, jobId } = await say("a red fox");

    expect((await remove(conversationId)).status).toBe(204);
    expect((await remove(conversationId)).status).toBe(204);
    const response = await api.call(`/v1/jobs/${jobId}`, { key: owner.key });
    expect(response.status).toBe(404);
  });

  test("loses its other messages while a run uses the oldest ones", async () => {
    const organization = await createOrganization(database.orm, { credits: 100 });
    const message = { ...newJob(organization, { source: "chat" }), choice: null };
    const { jobId: first } = await createJob(database.orm.em.fork(), {
      ...message,
      conversation: "new",
    });
    const conversationId = conversationIdOf(first);
    const used = [first];
    // More messages than one call deletes.
    for (let count = 0; count < 50; count += 1) {
      const created = await createJob(database.orm.em.fork(), {
        ...message,
        conversation: conversationId,
      });
      used.push(created.jobId);
    }
    const other = await say("a red fox", conversationId, organization.key);
    const { jobId: openRun } = await createJob(database.orm.em.fork(), message);
    const run = { inputs: {}, answers: {}, fresh: [], prices: { steps: {}, items: {} } };
    await database.orm.em.fork().insertMany(
      PipelineRun,
      [...used, openRun].map((jobId) => ({
        ...run,
        jobId,
        rootId: first,
        ...(jobId === first ? {} : { resumeOf: first }),
        maxCredits: 1,
        deadlineAt: new Date(Date.now() + 86_400_000),
      })),
    );
    const finishedAt = new Date();
    await database.orm.em
      .fork()
      .nativeUpdate(Job, { conversationId }, { status: "completed", finishedAt });

    await remove(conversationId, organization.key);
    await purge();

    const left = async () => database.orm.em.fork().count(Job, { conversationId, deletedAt: null });
    expect(await left()).toBe(used.length);
    const { deletedAt } = await database.orm.em.fork().findOneOrFail(Job, other.jobId);
    expect(deletedAt).not.toBeNull();
    const listed = await listDeletedConversations(database.orm.em.fork(), { limit: 1_000 });
    expect(listed.map(({ id }) => id)).not.toContain(conversationId);

    await endWithoutResult(database.orm.em.fork(), { jobId: openRun, status: "canceled" });
    await purge();
    await purge();
    expect(await left()).toBe(0);
    const row = await database.orm.em.fork().findOneOrFail(Conversation, conversationId);
    expect(row.purgedAt).not.toBeNull();
  });
});
