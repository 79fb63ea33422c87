import type { EntityManager } from "@mikro-orm/postgresql";
import sharp from "sharp";

import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { CreditAccount, CreditEntry, OpenGrant } from "#db/entities/credits.ts";
import { JobEvent } from "#db/entities/job-event.ts";
import { Job, Output, ProviderSubmission } from "#db/entities/job.ts";
import { Preview } from "#db/entities/preview.ts";
import { WebhookEndpoint } from "#db/entities/webhook.ts";
import type { JobStatus } from "#domain/jobs/job.ts";
import { createStorage } from "#storage/create-storage.ts";
import { outputKey } from "#storage/storage.ts";
import type { TestEngine } from "#test/support/engine/engine.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";

/**
 * Time of the browsers that show screens. It is in the distant future, so that no row of that time expires, is deleted
 * or is resumed while a test runs.
 */
export const screenTime = new Date("2040-03-14T12:00:00Z");
export const screenEmail = "ada@example.org";

const organizationId = "org_screens";
const accountId = "acc_screens";
const keyId = "key_screens";
const minuteMs = 60_000;
const longAgo = 90_000;
const granted = 500;

interface ScreenJob {
  readonly prompt: string;
  readonly status: JobStatus;
  readonly minutesAgo: number;
  readonly credits: number;
  /** Colours of the image, top and bottom. */
  readonly colours?: readonly [string, string];
}

/** The jobs, newest first. */
const jobs: readonly ScreenJob[] = [
  {
    prompt: "a red fox in a snowy forest at night",
    status: "completed",
    minutesAgo: 4,
    credits: 1,
    colours: ["#1f2a44", "#b5532a"],
  },
  {
    prompt:
      "a lighthouse at dusk, seen from a small boat on a calm sea with two seagulls above it, as a wood engraving",
    status: "completed",
    minutesAgo: 45,
    credits: 3,
    colours: ["#f0b27a", "#2b4a6f"],
  },
  { prompt: "a wooden chair", status: "failed", minutesAgo: 130, credits: 4 },
  {
    prompt: "an owl on a branch",
    status: "completed",
    minutesAgo: 1_450,
    credits: 1,
    colours: ["#dfe6e9", "#5c6b3a"],
  },
  {
    prompt: "Donaudampfschifffahrtsgesellschaftskapitänsmütze",
    status: "canceled",
    minutesAgo: 1_500,
    credits: 2,
  },
  {
    prompt: "a green frog",
    status: "completed",
    minutesAgo: 4_400,
    credits: 1,
    colours: ["#a9dfbf", "#1e6b3a"],
  },
];

/** Id of the image of a job, by the job's place in the list. */
export function screenOutputId(index: number): string {
  return `out_${screenJobId(index).slice(4)}`;
}

function screenJobId(index: number): string {
  const time = at(jobs[index]?.minutesAgo ?? 0).getTime();
  const hex = time.toString(16).padStart(12, "0");
  return `job_${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(index).padStart(12, "0")}`;
}

/** Creates an organization with the same rows in every run, and waits for the previews of its images. */
export async function createScreenRows(
  { orm, env }: TestEngine,
  passwordHash: string,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // Rows of the past: no trigger may raise events, notifications or emails for them.
    await em.execute("set local session_replication_role = replica");
    await insertOrganization(em, passwordHash);
    for (const [index, job] of jobs.entries()) await insertJob(em, job, index);
  });
  await storeImages({ orm, env });
}

async function insertOrganization(em: EntityManager, passwordHash: string): Promise<void> {
  const createdAt = at(longAgo);
  const grantId = 4_000_000_000n;
  await em.insert(Organization, {
    id: organizationId,
    name: "Ada’s studio",
    plan: "team",
    createdAt,
  });
  await em.insert(Account, {
    id: accountId,
    email: screenEmail,
    displayName: "Ada Lovelace",
    passwordHash,
    emailVerifiedAt: createdAt,
    organizationsFounded: 1,
    createdAt,
  });
  await em.insert(Membership, { organizationId, accountId, role: "owner", createdAt });
  await em.insert(ApiKey, {
    id: keyId,
    organizationId,
    accountId,
    name: "Build server with a name that is longer than its column",
    prefix: "gme_",
    last4: "7f3a",
    hash: Buffer.from("screens"),
    createdAt,
    rotationDueAt: at(-longAgo),
  });
  const spent = jobs.reduce((sum, job) => sum + chargeOf(job), 0);
  await em.insert(CreditAccount, { organizationId, available: granted - spent });
  await em.insert(OpenGrant, { id: grantId, organizationId, remaining: granted - spent });
  await em.insert(CreditEntry, {
    id: grantId,
    organizationId,
    kind: "grant",
    amount: granted,
    fromBucket: "issued",
    toBucket: "available",
    reason: "Contract of March",
    createdAt,
  });
  await em.insert(WebhookEndpoint, {
    id: "wh_screens",
    organizationId,
    url: "https://example.com/hooks/media",
    events: ["job.completed", "job.failed"],
    secret: Buffer.from("secret"),
    createdBy: accountId,
    urlSetBy: accountId,
    createdAt,
  });
}

async function insertJob(em: EntityManager, job: ScreenJob, index: number): Promise<void> {
  const { prompt, status, minutesAgo, credits } = job;
  const id = screenJobId(index);
  const [createdAt, startedAt, finishedAt] = [0, 0.005, 0.15].map((passed) =>
    at(minutesAgo - passed),
  ) as [Date, Date, Date];
  const error = { code: "provider_failed", message: "The provider failed." } as const;
  await em.insert(Job, {
    id,
    organizationId,
    accountId,
    apiKeyId: index % 2 === 0 ? null : keyId,
    status,
    progress: status === "completed" ? 100 : 10,
    source: "generation",
    request: {
      prompt,
      capability: "text-to-image",
      inputs: [],
      parameters: { aspectRatio: "16:9", seed: 7 },
      parseIntent: false,
    },
    contentType: "image",
    capability: "text-to-image",
    modelId: "studio-image",
    providerSlug: "studio",
    routing: {
      strategy: "balanced",
      reason: "studio-image of studio is the only available model for text-to-image",
      assumptions: [],
    },
    credits,
    ...(status === "completed" ? { engine: { name: "studio", tier: "basic" } } : {}),
    ...(status === "failed" ? { error } : {}),
    metadata: {},
    createdAt,
    startedAt,
    finishedAt,
    reconciledAt: finishedAt,
  } as never);
  await em.insert(ProviderSubmission, {
    id: `sub_${id.slice(4)}`,
    jobId: id,
    step: "main",
    generation: 1,
    organizationId,
    providerSlug: "studio",
    modelId: "studio-image",
    idempotencyKey: `${id}:main:1`,
    state: status === "completed" ? "succeeded" : status,
    attempts: 1,
    errorCode: status === "failed" ? error.code : null,
    createdAt,
    sentAt: startedAt,
    acceptedAt: startedAt,
    finishedAt,
  } as never);
  const events = [
    ["job.queued", "queued", createdAt],
    ["job.started", "processing", startedAt],
    [`job.${status}`, status, finishedAt],
  ] as const;
  for (const [place, [type, jobStatus, occurredAt]] of events.entries()) {
    await em.insert(JobEvent, {
      jobId: id,
      sequence: place + 1,
      organizationId,
      type,
      status: jobStatus,
      progress: jobStatus === "completed" ? 100 : 0,
      createdAt: occurredAt,
    } as never);
  }
  await insertPostings(em, job, index, [createdAt, finishedAt]);
}

/** The hold of a job, and its capture or release. */
async function insertPostings(
  em: EntityManager,
  job: ScreenJob,
  index: number,
  [heldAt, settledAt]: readonly [Date, Date],
): Promise<void> {
  const isCharged = chargeOf(job) > 0;
  const first = 4_000_000_100n - BigInt(index * 2);
  const posting = {
    organizationId,
    amount: job.credits,
    jobId: screenJobId(index),
    step: "main",
    generation: 1,
  };
  await em.insert(CreditEntry, {
    id: first,
    ...posting,
    kind: "hold",
    fromBucket: "available",
    toBucket: "held",
    createdAt: heldAt,
  });
  await em.insert(CreditEntry, {
    id: first + 1n,
    ...posting,
    kind: isCharged ? "capture" : "release",
    fromBucket: "held",
    toBucket: isCharged ? "spent" : "available",
    createdAt: settledAt,
  });
}

/** Stores the images as a worker does, so that a worker makes their previews. */
async function storeImages({ orm, env }: Pick<TestEngine, "orm" | "env">): Promise<void> {
  const storage = await createStorage({ storageFolder: `${env["DATA_DIR"]}/storage`, s3: null });
  const { width, height } = { width: 960, height: 540 };
  for (const [index, { colours, minutesAgo }] of jobs.entries()) {
    if (colours === undefined) continue;
    const jobId = screenJobId(index);
    const image = await sharp(Buffer.from(drawing(colours, width, height)))
      .png()
      .toBuffer();
    const storageKey = outputKey(jobId, "main", 1, 0);
    const file = await storage.write(storageKey, toChunks(image), { bytesMax: image.length });
    await orm.em.fork().insert(Output, {
      id: screenOutputId(index),
      jobId,
      organizationId,
      step: "main",
      ordinal: 0,
      storageKey,
      contentType: "image/png",
      ...file,
      width,
      height,
      createdAt: at(minutesAgo),
      expiresAt: at(minutesAgo - 30 * 24 * 60),
    });
  }
  const missing = async () => orm.em.fork().count(Preview, { organizationId, content: null });
  await until(async () => (await missing()) === 0);
}

/** Shapes without text, whose rendering would depend on the fonts of the machine. */
function drawing([top, bottom]: readonly [string, string], width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${top}"/>
    <rect y="60%" width="100%" height="40%" fill="${bottom}"/>
    <circle cx="70%" cy="35%" r="70" fill="${bottom}"/></svg>`;
}

async function* toChunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}

function chargeOf({ status, credits }: ScreenJob): number {
  return status === "completed" ? credits : 0;
}

function at(minutesAgo: number): Date {
  return new Date(screenTime.getTime() - minutesAgo * minuteMs);
}
