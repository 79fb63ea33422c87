import { createHash, randomUUID } from "node:crypto";

import { createJob, type NewJob } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
import type { OpenIntent } from "#domain/requests/intent.ts";
import type { JobChoice } from "#domain/routing/job-choice.ts";
import type { TestOrganization } from "#test/support/accounts/organization.ts";

/** A catalog model at a given price, for one result unless prices by the number of results are given. */
export function choiceOf(credits: number, creditsByCount?: readonly number[]): JobChoice {
  return {
    modelId: "studio-image",
    providerSlug: "studio",
    providerKeyId: null,
    credits,
    routing: {
      strategy: "quality",
      reason: "test",
      assumptions: [],
      ...(creditsByCount === undefined ? {} : { creditsByCount }),
    },
  };
}

/** A job as the API passes it on; without a price unless one is given. */
export function newJob(
  { organizationId, accountId, keyId }: TestOrganization,
  {
    credits,
    idempotencyKey,
    ...change
  }: Partial<NewJob> & {
    credits?: number;
    idempotencyKey?: string;
  } = {},
): NewJob {
  const request = change.request ?? {
    message: "a red fox",
    prompt: "a red fox",
    parseIntent: credits === undefined,
    inputs: [],
    parameters: {},
  };
  return {
    organizationId,
    accountId,
    apiKeyId: keyId,
    source: "chat",
    request,
    contentType: null,
    capability: null,
    metadata: {},
    choice: credits === undefined ? null : choiceOf(credits),
    idempotency:
      idempotencyKey === undefined
        ? null
        : {
            endpoint: "POST /v1/chat",
            key: idempotencyKey,
            requestHash: createHash("sha256").update(JSON.stringify(request)).digest(),
          },
    ...change,
  };
}

/** Intent of a message from which nothing was read, not even a capability. */
export const emptyIntent: OpenIntent = {
  subject: "",
  parameters: {},
  confidence: 0,
  assumptions: [],
  alternatives: [],
  parser: "embedded",
};

/** A request for tests in which the image does not matter. */
export const pictureRequest: NewJob["request"] = {
  parseIntent: false,
  capability: "text-to-image",
  prompt: "a red fox",
  inputs: [],
  parameters: {},
};

/** A priced image job of the generations endpoint, without an idempotency key. */
export function newPicture(
  { organizationId, accountId }: Pick<TestOrganization, "organizationId" | "accountId">,
  request: Partial<NewJob["request"]> = {},
): NewJob {
  return {
    organizationId,
    accountId,
    apiKeyId: null,
    source: "generation",
    request: { ...pictureRequest, ...request },
    contentType: "image",
    capability: "text-to-image",
    metadata: {},
    choice: choiceOf(1),
    idempotency: null,
  };
}

/** Creates a queued job; with credits, also its hold and its prepared submission. */
export async function queueJob(
  orm: MikroORM,
  organization: TestOrganization,
  credits?: number,
): Promise<string> {
  const job = newJob(organization, credits === undefined ? {} : { credits });
  return (await createJob(orm.em.fork(), job)).jobId;
}

export function randomKey(): string {
  return randomUUID();
}
