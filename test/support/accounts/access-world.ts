import { randomBytes } from "node:crypto";

import type { Route } from "#api/http/route.ts";
import { Account, Membership } from "#db/entities/account.ts";
import { Invitation } from "#db/entities/organization.ts";
import { AbuseReport, QuarantinedFile } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import { createShare } from "#db/jobs/shares.ts";
import { createApiKey } from "#db/organizations/api-keys.ts";
import type { MikroORM } from "#db/orm.ts";
import { roles, type Role } from "#domain/accounts/permission.ts";
import type { Storage } from "#storage/storage.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { createTestBatch } from "#test/support/jobs/batches.ts";
import { createTestConversation } from "#test/support/jobs/conversations.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { pngOf } from "#test/support/media.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { createTestDelivery } from "#test/support/webhooks/webhook-delivery.ts";

import { createOrganization } from "./organization.ts";
import { createTestSession } from "./sessions.ts";

/** A person with every kind of credential. */
export interface TestPerson {
  readonly accountId: string;
  readonly sessionId: string;
  readonly keyId: string;
  readonly token: string;
  readonly key: string;
}

/** An organization with one member per role and a row for every path parameter. */
export interface AccessWorld {
  readonly organizationId: string;
  readonly people: Readonly<Record<Role, TestPerson>>;
  /** Path parameter → id of a row in this organization. */
  readonly rows: Readonly<Record<string, string>>;
}

/** Creates an organization; with `only`, just one role's person and the rows of these path parameters. */
export async function createAccessWorld(
  orm: MikroORM,
  storage: Storage,
  only?: { readonly role: Role; readonly parameters: readonly string[] },
): Promise<AccessWorld> {
  const { organizationId, accountId } = await createOrganization(orm);
  const owner = await equip(orm, organizationId, accountId);
  const people = { owner } as Record<Role, TestPerson>;
  for (const role of only === undefined ? roles : [only.role]) {
    if (role !== "owner") people[role] = await joinAs(orm, organizationId, role);
  }
  const maker = { organizationId, accountId };
  const makers: readonly RowMaker[] = [
    { names: ["userId"], make: async () => createMember(orm, organizationId) },
    { names: ["invitationId"], make: async () => createInvitation(orm, maker) },
    {
      names: ["batchId"],
      make: async () => ({ batchId: (await createTestBatch(orm, maker)).batchId }),
    },
    {
      names: ["conversationId"],
      make: async () => ({ conversationId: await createTestConversation(orm, maker) }),
    },
    { names: ["pipelineId"], make: async () => createTestPipeline(orm, maker) },
    {
      names: ["assetId"],
      make: async () => ({ assetId: (await createTestAsset(orm, storage, maker)).assetId }),
    },
    { names: ["webhookId", "deliveryId"], make: async () => createTestDelivery(orm, maker) },
    {
      names: ["jobId", "outputId", "shareId", "videoId"],
      make: async () => createSharedJob(orm, storage, maker),
    },
    { names: ["reportId"], make: async () => createReport(orm) },
    { names: ["quarantinedFileId"], make: async () => createQuarantinedFile(orm, organizationId) },
  ];
  let rows: AccessWorld["rows"] = {
    orgId: organizationId,
    keyId: owner.keyId,
    sessionId: owner.sessionId,
  };
  for (const { names, make } of makers) {
    const isNeeded = only === undefined || names.some((name) => only.parameters.includes(name));
    if (isNeeded) rows = { ...rows, ...(await make()) };
  }
  return { organizationId, people, rows };
}

interface RowMaker {
  /** Path parameters for which it makes rows. */
  readonly names: readonly string[];
  readonly make: () => Promise<AccessWorld["rows"]>;
}

/** Ids of rows that all organizations share. */
export const sharedRows: Readonly<Record<string, string>> = {
  modelId: "studio-image",
  provider_slug: "studio",
  // A program's request belongs to no organization before a person has decided about it.
  requestId: "an-unknown-request",
  userCode: "BCDFGHJK",
};

/** Path of a route with the ids of rows. Throws for a parameter that neither they nor `sharedRows` name. */
export function pathOf(
  { path }: Route,
  rows: Readonly<Record<string, string | undefined>>,
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rows[name] ?? sharedRows[name];
    if (value === undefined) throw new Error(`the test knows no row for {${name}}`);
    return value;
  });
}

/** The rows with the ids of the role's own account, key and session. */
export function rowsOf(world: AccessWorld, role: Role): Readonly<Record<string, string>> {
  const { accountId, keyId, sessionId } = world.people[role];
  return { ...world.rows, userId: accountId, keyId, sessionId };
}

/** A world whose owner is an operator as well, and so may call every route. */
export async function createOperatedWorld(
  orm: MikroORM,
  storage: Storage,
  only?: Parameters<typeof createAccessWorld>[2],
): Promise<AccessWorld> {
  const world = await createAccessWorld(orm, storage, only);
  await orm.em.fork().nativeUpdate(Account, world.people.owner.accountId, { isOperator: true });
  return world;
}

/** A platform operator, member of a separate organization. */
export async function createOperator(orm: MikroORM): Promise<TestPerson> {
  const { organizationId, accountId } = await createOrganization(orm);
  await orm.em.fork().nativeUpdate(Account, accountId, { isOperator: true });
  return equip(orm, organizationId, accountId);
}

async function joinAs(orm: MikroORM, organizationId: string, role: Role): Promise<TestPerson> {
  const em = orm.em.fork();
  const accountId = createId("account");
  const email = `${accountId}@example.org`;
  await em.insert(Account, { id: accountId, email, emailVerifiedAt: new Date() });
  await em.insert(Membership, { organizationId, accountId, role });
  return equip(orm, organizationId, accountId);
}

async function equip(
  orm: MikroORM,
  organizationId: string,
  accountId: string,
): Promise<TestPerson> {
  const maker = { organizationId, accountId, name: "test", permissions: null };
  const { keyId, value } = await createApiKey(orm.em.fork(), maker);
  const { token, sessionId } = await createTestSession(orm, accountId);
  return { accountId, sessionId, keyId, token, key: value };
}

async function createMember(orm: MikroORM, organizationId: string): Promise<{ userId: string }> {
  return { userId: (await joinAs(orm, organizationId, "viewer")).accountId };
}

async function createInvitation(
  orm: MikroORM,
  { organizationId, accountId }: { organizationId: string; accountId: string },
): Promise<{ invitationId: string }> {
  const id = createId("invitation");
  await orm.em.fork().insert(Invitation, {
    id,
    organizationId,
    invitedBy: accountId,
    email: "somebody@example.org",
    role: "viewer",
    tokenHash: randomBytes(32),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  return { invitationId: id };
}

async function createReport(orm: MikroORM): Promise<{ reportId: string }> {
  const id = createId("abuseReport");
  await orm.em.fork().insert(AbuseReport, {
    id,
    reference: "https://elsewhere.example/fox.png",
    referenceHash: randomBytes(32),
    category: "other",
    explanation: "A test.",
    repeats: 0,
    status: "open",
  });
  return { reportId: id };
}

async function createQuarantinedFile(
  orm: MikroORM,
  organizationId: string,
): Promise<{ quarantinedFileId: string }> {
  const id = createId("quarantinedFile");
  await orm.em.fork().insert(QuarantinedFile, {
    id,
    organizationId,
    jobId: createId("job"),
    step: "main",
    ordinal: 0,
    storageKey: `quarantine/${id}`,
    contentType: "image/png",
    bytes: 1,
    sha256: "0".repeat(64),
    categories: [],
  });
  return { quarantinedFileId: id };
}

async function createSharedJob(
  orm: MikroORM,
  storage: Storage,
  owner: { organizationId: string; accountId: string },
): Promise<{ jobId: string; outputId: string; shareId: string; videoId: string }> {
  const jobId = await createQueuedJob(orm, owner);
  const file = { jobId, bytes: pngOf(200), contentType: "image/png" };
  const { outputId } = await finishJob(orm, storage, owner.organizationId, file);
  const given = { jobId, ...owner, days: 7, showsPrompt: false, actor: {} };
  const { share } = await createShare(orm.em.fork(), given);
  // OpenAI's protocol names the job of a video so; this one has made an image.
  return { jobId, outputId, shareId: share.id, videoId: jobId };
}
