import { expect, test } from "vitest";

import { addRequestCounts } from "#db/organizations/request-usage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();
const api = useApi(database);

test("usage is summed by day, model, key and member, for the caller's organization only", async () => {
  const { organizationId, accountId, keyId, key } = await createOrganization(database.orm);
  const other = await createOrganization(database.orm);
  const jobId = await createQueuedJob(database.orm, { organizationId, accountId });
  await createQueuedJob(database.orm, { organizationId, accountId });
  await createQueuedJob(database.orm, other);
  const em = database.orm.em.fork();
  await captureCredits(em, { jobId, step: "main", generation: 1 });
  const day = new Date().toISOString().slice(0, 10);
  const count = { organizationId, accountId, apiKeyId: keyId, day, lastUsedAt: new Date() };
  await addRequestCounts(em, [{ ...count, requests: 3 }]);
  await addRequestCounts(em, [{ ...count, requests: 4 }]);
  const read = async (by: string) => {
    const answer = await api.call(`/v1/usage?by=${by}&from=${day}&to=${day}`, { key });
    return ((await answer.json()) as { data: unknown }).data;
  };

  expect(await read("day")).toEqual([{ name: day, requests: 7, jobs: 2, credits: 1 }]);
  expect(await read("member")).toEqual([{ name: accountId, requests: 7, jobs: 2, credits: 1 }]);
  expect(await read("model")).toEqual([{ name: "studio-image", requests: 0, jobs: 2, credits: 1 }]);
  expect(await read("key")).toEqual([
    { name: "", requests: 0, jobs: 2, credits: 1 },
    { name: keyId, requests: 7, jobs: 0, credits: 0 },
  ]);
});

test.each(["from=2026-02-01&to=2026-01-01", "from=2025-01-01&to=2026-01-01", "from=yesterday"])(
  "%s is refused",
  async (query) => {
    const { key } = await createOrganization(database.orm);

    const answer = await api.call(`/v1/usage?${query}`, { key });

    expect(await answer.json()).toMatchObject({
      status: 400,
      code: "parameters_invalid",
      errors: [{ pointer: "query/from" }],
    });
  },
);
