import { expect, test } from "vitest";

import { saveInputs } from "#db/jobs/job-steps.ts";
import { signFileAddress } from "#storage/signed-address.ts";
import { inputKey } from "#storage/storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { sampleInput } from "#test/support/providers/sample-request.ts";

const database = useDatabase();
const api = useApi(database);

/** Creates a job with one stored image. Returns a function that signs the input URL of an ordinal. */
async function jobWithInput(): Promise<(ordinal: number, change?: object) => string> {
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  const sample = sampleInput("image");
  const { kind, contentType, bytes, sha256 } = sample;
  const storageKey = inputKey(jobId, 0);
  await api.storage.write(storageKey, sample.open(), { bytesMax: 10_000 });
  const inputs = [{ kind, storageKey, contentType, bytes, sha256 }];
  await saveInputs(database.orm.em.fork(), { jobId, inputs });
  const { publicUrl, signingSecret } = api.settings;
  return (ordinal, change = {}) => {
    const expires = Math.floor(Date.now() / 1_000) + 600;
    const file = { fileId: `${jobId}.input.${ordinal}`, expires, ...change };
    return signFileAddress(file, { publicUrl, secret: signingSecret }).slice(publicUrl.length);
  };
}

test("a provider fetches an input by its signed URL, without a key", async () => {
  const addressOf = await jobWithInput();

  const response = await api.call(addressOf(0));

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect((await response.arrayBuffer()).byteLength).toBe(sampleInput("image").bytes);
});

test("an unknown input and an expired URL are refused", async () => {
  const addressOf = await jobWithInput();

  expect((await api.call(addressOf(1))).status).toBe(404);
  expect((await api.call(addressOf(0, { expires: 1 }))).status).toBe(403);
});
