import type { IncomingMessage, ServerResponse } from "node:http";

import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createStoreInputs } from "#activities/generation/store-inputs.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { newPicture, queueJob } from "#test/support/jobs/jobs.ts";
import { pngOf } from "#test/support/media.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

const database = useDatabase();
const folder = useFolder("gme-transfers-");
const files = useResource(listenOnFreePort);

const picture = pngOf(1_000);
/** Responses still to be cut off in the middle of the file. */
let breaksLeft = 0;
let requests = 0;

beforeAll(async () => {
  files.server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    breaksLeft -= 1;
    response.writeHead(200, { "content-length": picture.byteLength });
    if (breaksLeft < 0) response.end(picture);
    else response.write(picture.subarray(0, 500), () => response.destroy());
  });
});

beforeEach(() => {
  requests = 0;
});

const em = () => database.orm.em.fork();

describe("an input with an interrupted download", () => {
  /** Creates a job with the file as its input, and the step that stores the input. */
  async function jobWithInput(): Promise<{ jobId: string; store: () => Promise<void> }> {
    const request = {
      capability: "image-to-image" as const,
      inputs: [{ kind: "image" as const, url: files.url }],
    };
    const { jobId } = await createJob(
      em(),
      newPicture(await createOrganization(database.orm), request),
    );
    await beginJob(em(), jobId);
    const storeInputs = createStoreInputs({
      orm: database.orm,
      storage: createDiskStorage(folder),
      addresses: {
        publicUrl: "http://engine.test",
        secret: "s".repeat(32),
        secrets: ["s".repeat(32)],
      },
      limits: { inputBytesMax: 100_000, allowPrivateInputs: true },
    });
    return { jobId, store: async () => runActivity(async () => storeInputs({ jobId })) };
  }

  test("is downloaded again", async () => {
    breaksLeft = 2;
    const { jobId, store } = await jobWithInput();

    await store();

    const { storedInputs } = await em().findOneOrFail(Job, jobId);
    expect(storedInputs).toMatchObject([{ kind: "image", bytes: picture.byteLength }]);
  });

  test("fails as input_invalid after three interrupted attempts", async () => {
    breaksLeft = Number.POSITIVE_INFINITY;
    const { store } = await jobWithInput();

    await expect(store()).rejects.toMatchObject({
      code: "input_invalid",
      details: { input: 0, kind: "image" },
    });
    expect(requests).toBe(3);
  });
});

test("a paid result with an interrupted download is fetched by the next attempt", async () => {
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  await beginJob(em(), jobId);
  const result = { files: [{ source: { url: files.url }, contentType: "image/png" }] };
  await em().nativeUpdate(ProviderSubmission, { jobId }, { state: "succeeded", result });
  const ref = { jobId, step: "main", generation: 1 };
  const adapter = {
    checkHealth: async () => undefined,
    submit: async () => Promise.reject(new Error("nothing is submitted here")),
  };
  const store = stepsOf(ref, {
    database,
    folder,
    adapters: { studio: adapter },
    providerSettings: { STUDIO_URL: files.url },
  })(createStoreOutput);
  breaksLeft = 1;

  await expect(store()).rejects.toMatchObject({ code: "provider_result_expired" });
  await store();

  expect(await listOutputs(em(), [jobId])).toMatchObject([{ bytes: picture.byteLength }]);
});
