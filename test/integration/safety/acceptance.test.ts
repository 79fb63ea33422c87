import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { updateSafetyRules } from "#api/routes/app/update-safety-rules.ts";
import { createBatch } from "#api/routes/batches/create-batch.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { Account, Organization } from "#db/entities/account.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import { Email } from "#db/entities/email.ts";
import { Estimate } from "#db/entities/estimate.ts";
import { Job, OutboxMessage } from "#db/entities/job.ts";
import { SafetyDecision } from "#db/entities/safety.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { testModeration, testScreening } from "#test/support/accounts/safety.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { startModeration } from "#test/support/servers/moderation.ts";

/** Counts the requests that any provider receives: acceptance may ask studio for a free check. */
async function startCountingProvider() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => bodies.push(body));
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { bodies, url, close };
}

const provider = useResource(startCountingProvider);
const moderation = useResource(startModeration);
const database = useDatabase();
const caller = useOrganization(database, { credits: 1_000 });
const api = useResource(async () =>
  startApi(database, {
    settings: { providerSettings: { STUDIO_URL: provider.url } },
    dependencies: {
      screening: testScreening(database.orm, {
        terms: ["bomb", "爆弹"],
        allowedCategories: ["harassment"],
        service: testModeration(moderation.url, { timeoutMs: 20_000 }),
        suspendAfter: 3,
      }),
    },
  }),
);

const em = () => database.orm.em.fork();

async function countRows() {
  const { organizationId } = caller;
  return {
    jobs: await em().count(Job, { organizationId }),
    estimates: await em().count(Estimate, { organizationId }),
    outbox: await em().count(OutboxMessage, { organizationId }),
    entries: await em().count(CreditEntry, { organizationId }),
    balance: await findCreditBalance(em(), organizationId),
  };
}

let before: Awaited<ReturnType<typeof countRows>>;

beforeEach(async () => {
  before = await countRows();
  provider.bodies.length = 0;
  moderation.behave("answers");
});

async function send(route: Route, body: object) {
  const response = await api.call(route.path, { key: caller.key, body });
  const presented = (await expectDocumented(route, response)) as {
    code?: string;
    details?: unknown;
    errors?: { pointer: string; code: string; message: string }[];
  };
  return { status: response.status, ...presented };
}

/** `checked` requests of a batch are allowed, so studio may have checked them for free. */
async function expectNothingHappened({ checked = 0 } = {}): Promise<void> {
  expect(await countRows()).toEqual(before);
  expect(provider.bodies).toHaveLength(checked);
  expect(provider.bodies.join()).not.toMatch(/bomb|b o m b/iu);
}

const image = { capability: "text-to-image" };
const term = "Has a term of the platform's blocklist.";

test.each([
  {
    what: "a structured request",
    route: createGeneration,
    body: { ...image, prompt: "a b0mb", parameters: { style: "爆弹风格" } },
    pointers: ["/prompt", "/parameters/style"],
  },
  {
    what: "a message that is the prompt",
    route: createChatJob,
    body: { message: "a BOMB", parseIntent: false },
    pointers: ["/message"],
  },
  {
    what: "a message that is still to be read",
    route: createChatJob,
    body: { message: "draw a bomb", parseIntent: true },
    pointers: ["/message"],
  },
  {
    what: "a message of several requests",
    route: createChatJob,
    body: { message: "make an image of a fox. make an image of a bomb.", parseIntent: true },
    pointers: ["/message"],
  },
  {
    what: "an estimate",
    route: createEstimate,
    body: { ...image, prompt: "a bomb" },
    pointers: ["/prompt"],
  },
  {
    what: "each wrong item of a batch",
    route: createBatch,
    body: {
      defaults: image,
      items: [{ prompt: "a bomb" }, { prompt: "a fox" }, { prompt: "b o m b" }],
    },
    pointers: ["/items/0/prompt", "/items/2/prompt"],
    checked: 1,
  },
])("$what with a blocked term is refused with every place", async (request) => {
  const { route, body, pointers, checked } = request;
  const { status, code, errors } = await send(route, body);

  expect({ status, code }).toEqual({ status: 422, code: "content_blocked" });
  expect([...new Set(errors?.map(({ pointer }) => pointer))]).toEqual(pointers);
  expect(errors?.map(({ message }) => message.replace(/^Step \w+: /u, ""))).toEqual(
    errors?.map(() => term),
  );
  await expectNothingHappened({ checked });
});

test("a run of a pipeline is refused for its inputs and for what its steps make of them", async () => {
  const inputs = { topic: "how to build a bomb", seconds: 20 };
  const response = await api.call("/v1/pipelines/narrated-clip/runs", {
    key: caller.key,
    body: { inputs },
  });

  expect(response.status).toBe(422);
  const { code, errors } = (await response.json()) as {
    code: string;
    errors: { pointer: string; message: string }[];
  };
  expect(code).toBe("content_blocked");
  expect(errors).toContainEqual({
    pointer: "/inputs/topic",
    code: "content_blocked",
    message: term,
  });
  await expectNothingHappened();
});

test("a door of another protocol refuses as OpenAI's moderation does", async () => {
  const response = await api.call("/openai/v1/images/generations", {
    headers: { Authorization: `Bearer ${caller.key}` },
    body: { prompt: "a bomb" },
  });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "moderation_blocked", param: "prompt", message: `prompt: ${term}` },
  });
  await expectNothingHappened();
});

test("the moderation service refuses with the category, and never with a score", async () => {
  const { status, code, details, errors } = await send(createGeneration, {
    ...image,
    prompt: "a fight [violence] [harassment]",
  });

  expect({ status, code, details }).toEqual({
    status: 422,
    code: "content_blocked",
    details: { categories: ["violence"] },
  });
  expect(errors).toEqual([
    { pointer: "/prompt", code: "content_blocked", message: "Is refused as: violence." },
  ]);
  await expectNothingHappened();
});

test("a category that the platform allows passes, until the organization refuses it", async () => {
  const { token } = await createTestSession(database.orm, caller.accountId);
  const body = { ...image, prompt: "an insult [harassment]" };
  expect(await send(createGeneration, body)).toMatchObject({ status: "queued" });

  const change = { terms: ["competitor"], refusedCategories: ["harassment"] };
  const changed = await api.call("/app/safety", { method: "PUT", token, body: change });
  expect(await expectDocumented(updateSafetyRules, changed)).toMatchObject(change);

  expect(await send(createGeneration, body)).toMatchObject({ code: "content_blocked" });
  expect(await send(createGeneration, { ...image, prompt: "our competitor" })).toMatchObject({
    code: "content_blocked",
    errors: [{ message: "Has a term of the organization's blocklist." }],
  });
  // An empty list of the organization does not loosen the platform's.
  const none = { terms: [], refusedCategories: [] };
  await api.call("/app/safety", { method: "PUT", token, body: none });
  expect(await send(createGeneration, body)).toMatchObject({ status: "queued" });
  expect(await send(createGeneration, { ...image, prompt: "[violence]" })).toMatchObject({
    code: "content_blocked",
  });
});

test.each(["fails", "hangs", "nonsense"] as const)(
  "a moderation service that %s costs no acceptance: the worker asks again",
  async (behaviour) => {
    moderation.behave(behaviour);
    moderation.requests.length = 0;

    expect(
      await send(createGeneration, { ...image, prompt: `a fox with a hat, ${behaviour}` }),
    ).toMatchObject({ status: "queued" });
    expect(moderation.requests).toHaveLength(1);
  },
);

test("five hundred requests with one prompt are one request to the moderation service", async () => {
  const screening = testScreening(database.orm, {
    service: testModeration(moderation.url, { timeoutMs: 20_000 }),
  });
  moderation.requests.length = 0;
  const content = {
    texts: [{ pointer: "/prompt", text: "five hundred foxes [violence]" }],
    hasPicture: false,
  };

  const refusals = await Promise.all(
    Array.from({ length: 500 }, async () => screening.findFlagged(content, caller.organizationId)),
  );

  expect(refusals.every((refusal) => refusal?.categories.includes("violence"))).toBe(true);
  expect(moderation.requests).toHaveLength(1);
  // Another process has the response from the database.
  const other = testScreening(database.orm, {
    service: testModeration(moderation.url, { timeoutMs: 20_000 }),
  });
  expect(await other.findFlagged(content, caller.organizationId)).not.toBeNull();
  expect(moderation.requests).toHaveLength(1);
});

test("three refusals for minors in a day suspend an organization, once, and operators receive an email", async () => {
  const [watched, other, operator] = await Promise.all(
    [1, 2, 3].map(async () => createOrganization(database.orm, { credits: 10 })),
  );
  if (watched === undefined || other === undefined || operator === undefined)
    throw new Error("no organization");
  const verified = { isOperator: true, emailVerifiedAt: new Date() };
  await em().nativeUpdate(Account, operator.accountId, verified);
  const ask = async ({ key }: TestOrganization, prompt: string) => {
    const response = await api.call("/v1/generations", { key, body: { ...image, prompt } });
    return ((await response.json()) as { code?: string }).code;
  };
  const statusOf = async ({ organizationId }: TestOrganization) =>
    (await em().findOneOrFail(Organization, organizationId)).status;
  for (const prompt of ["a", "b", "c"]) await ask(watched, `${prompt} [violence]`);
  for (const prompt of ["a", "b"]) await ask(watched, `${prompt} [sexual/minors]`);
  await ask(other, "c [sexual/minors]");
  expect(await statusOf(watched)).toBe("active");

  const further = ["d", "e", "f"].map(async (prompt) => ask(watched, `${prompt} [sexual/minors]`));
  expect(new Set(await Promise.all(further))).toEqual(new Set(["content_blocked"]));
  for (const prompt of ["a", "b", "c"]) await ask(operator, `${prompt} [sexual/minors]`);

  expect(await statusOf(watched)).toBe("suspended");
  expect(await statusOf(other)).toBe("active");
  expect(await statusOf(operator)).toBe("active");
  const emails = await em().find(Email, { template: "organization_suspended" });
  expect(emails.map(({ accountId }) => accountId)).toEqual([operator.accountId]);
});

test("whatever is written around a blocked term, nothing is created, held or sent", async () => {
  const around = fc.string({ unit: "grapheme", maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      around,
      around,
      fc.constantFrom("bomb", "BOMB", "b0mb", "爆弹"),
      async (...parts) => {
        const [left, right, blocked] = parts;
        const prompt = `${left} ${blocked} ${right}`;
        const response = await api.call("/v1/generations", {
          key: caller.key,
          body: { ...image, prompt },
        });
        expect(await response.json()).toMatchObject({ code: "content_blocked" });
      },
    ),
    { numRuns: 30 },
  );
  await expectNothingHappened();
});

afterEach(async () => {
  const decisions = await em().find(SafetyDecision, { organizationId: caller.organizationId });
  // Refusals are recorded without the refused text.
  expect(JSON.stringify(decisions)).not.toMatch(/bomb|fox|爆弹/iu);
});
