import { beforeAll, describe, expect, test } from "vitest";

import { previewEstimate } from "#api/routes/app/preview-estimate.ts";
import { Estimate } from "#db/entities/estimate.ts";
import { Job } from "#db/entities/job.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { conversationIdOf } from "#domain/conversations/conversation-id.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { finishJob } from "#test/support/jobs/finished-jobs.ts";
import { newPicture } from "#test/support/jobs/jobs.ts";

/** A message of a conversation has its price while a person is still writing it. */

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database);
const stranger = useOrganization(database);

let token: string;
let conversationId: string;

beforeAll(async () => {
  ({ token } = await createTestSession(database.orm, owner.accountId));
  conversationId = await createConversation({});
});

/** A conversation whose first message has made an image. */
async function createConversation(
  request: Parameters<typeof newPicture>[1],
  { isFinished = true }: { readonly isFinished?: boolean } = {},
): Promise<string> {
  const message = { ...newPicture(owner, request), source: "chat" as const, conversation: "new" };
  const { jobId } = await createJob(database.orm.em.fork(), message);
  if (isFinished) {
    const file = { bytes: Buffer.from("file"), contentType: "image/png" };
    await finishJob(database.orm, api.storage, owner.organizationId, { jobId, ...file });
  }
  return conversationIdOf(jobId);
}

async function preview(message: string, conversation = conversationId): Promise<Response> {
  return api.call("/app/estimates", {
    token,
    body: { message, parseIntent: true, conversationId: conversation },
  });
}

test("a repetition has the price of the request that it repeats, and stores nothing", async () => {
  const jobs = await database.orm.em.fork().count(Job);

  const body = await expectDocumented(previewEstimate, await preview("again"));

  expect(body).toMatchObject({
    outcome: "priced",
    request: { capability: "text-to-image" },
    intent: { understood: { act: "repeat" } },
    price: { credits: expect.any(Number) },
  });
  expect(await database.orm.em.fork().count(Job)).toBe(jobs);
  expect(await database.orm.em.fork().count(Estimate)).toBe(0);
});

test("a change of the result has the price of the other task, on the file of the earlier message", async () => {
  const body = await expectDocumented(previewEstimate, await preview("turn it into a video"));

  expect(body).toMatchObject({
    outcome: "priced",
    request: { capability: "image-to-video" },
    intent: { understood: { refersTo: [{ kind: "image" }] } },
    price: { credits: 2 },
  });
});

test("a message with a request of its own is priced by itself", async () => {
  const response = await preview("an image of a green frog on a leaf");

  const body = await expectDocumented(previewEstimate, response);
  expect(body).toMatchObject({ outcome: "priced", intent: { understood: { act: "new" } } });
});

describe("no price has a message", () => {
  test("of which an earlier one has not been read yet", async () => {
    const unread = { parseIntent: true, message: "a red fox" };
    const conversation = await createConversation(unread, { isFinished: false });

    const response = await preview("again", conversation);

    expect(await response.json()).toMatchObject({ status: 409, code: "job_not_final" });
  });

  test("of a conversation that does not exist, or belongs to another organization", async () => {
    const { token: other } = await createTestSession(database.orm, stranger.accountId);
    const body = { message: "again", parseIntent: true, conversationId };

    const missing = await preview("again", "cnv_missing");
    const foreign = await api.call("/app/estimates", { token: other, body });

    expect(await missing.json()).toMatchObject({ status: 404, code: "conversation_not_found" });
    expect(await foreign.json()).toMatchObject({ status: 403, code: "outside_organization" });
  });
});
