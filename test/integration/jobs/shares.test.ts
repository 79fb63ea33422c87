import { describe, expect, onTestFinished, test } from "vitest";

import { createJobShare } from "#api/routes/app/create-job-share.ts";
import { listJobShares } from "#api/routes/app/list-job-shares.ts";
import { revokeJobShare } from "#api/routes/app/revoke-job-share.ts";
import { deleteJob } from "#api/routes/jobs/delete-job.ts";
import { downloadSharedFile } from "#api/routes/shares/download-shared-file.ts";
import { getSharedPage } from "#api/routes/shares/get-shared-page.ts";
import { Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Job } from "#db/entities/job.ts";
import { JobShare } from "#db/entities/share.ts";
import { expiredShares } from "#db/jobs/shares.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { pngOf } from "#test/support/media.ts";

const database = useDatabase();
const api = useApi(database);
const em = () => database.orm.em.fork();
const prompt = `<script>alert("x")</script> & a fox`;

interface Shared {
  readonly shareId: string;
  readonly url: string;
}

async function createSharedJob(body: object = {}) {
  const owner = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, owner.accountId);
  const jobId = await createQueuedJob(database.orm, owner);
  const bytes = pngOf(300);
  const file = { jobId, bytes, contentType: "image/png" };
  const { outputId } = await finishJob(database.orm, api.storage, owner.organizationId, file);
  const job = await em().findOneOrFail(Job, jobId);
  await em().nativeUpdate(Job, { id: jobId }, { request: { ...job.request, prompt } });
  const share = async (given: object) =>
    api.call(`/app/jobs/${jobId}/shares`, { token, body: given });
  const created = (await expectDocumented(createJobShare, await share(body))) as Shared;
  const path = new URL(created.url).pathname;
  const filePath = `${path}/files/${outputId}`;
  return { ...owner, ...created, token, jobId, bytes, share, path, filePath };
}

describe("a public link", () => {
  test("shows the file without an account and without the prompt, and is kept from search engines", async () => {
    const { path, filePath, bytes, shareId } = await createSharedJob();

    const page = await api.call(path, { headers: { Accept: "text/html" } });
    const file = await api.call(filePath);
    const part = await api.call(filePath, { headers: { Range: "bytes=0-9" } });

    expect(page.headers.get("X-Robots-Tag")).toContain("noindex");
    expect(page.headers.get("Content-Security-Policy")).not.toContain("unsafe");
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
    const html = String(await expectDocumented(getSharedPage, page));
    expect(html).toContain(`<img src="${filePath}" alt="Shared result"`);
    expect(html).not.toContain("fox");
    expect(file.headers.get("X-Robots-Tag")).toContain("noindex");
    await expectDocumented(downloadSharedFile, file.clone());
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    expect({ status: part.status, bytes: (await part.arrayBuffer()).byteLength }).toEqual({
      status: 206,
      bytes: 10,
    });
    const token = path.slice(3);
    const row = await em().findOneOrFail(JobShare, shareId);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(api.logLines.join("")).not.toContain(token);
  });

  test("shows the prompt as text, in the language of the browser", async () => {
    const { path } = await createSharedJob({ days: 1, showsPrompt: true });

    const html = await (await api.call(path, { headers: { "Accept-Language": "de" } })).text();

    expect(html).toContain("&lt;script>alert(&quot;x&quot;)&lt;/script> &amp; a fox");
    expect(html).toContain("Geteilt bis");
    expect(html).not.toContain("<script");
  });

  test.each([
    [
      "revoked",
      async ({ jobId, shareId, token }) => {
        const path = `/app/jobs/${jobId}/shares/${shareId}`;
        const response = await api.call(path, { method: "DELETE", token });
        await expectDocumented(revokeJobShare, response);
        const again = await api.call(path, { method: "DELETE", token });
        expect(await again.json()).toMatchObject({ status: 404, code: "share_not_found" });
      },
    ],
    [
      "expired",
      async ({ shareId }) => {
        await em().nativeUpdate(JobShare, { id: shareId }, { expiresAt: new Date() });
      },
    ],
    [
      "left by a deleted job",
      async ({ jobId, token, shareId }) => {
        const response = await api.call(`/v1/jobs/${jobId}`, { method: "DELETE", token });
        await expectDocumented(deleteJob, response);
        expect(await em().count(JobShare, { id: shareId })).toBe(0);
      },
    ],
    [
      "of a suspended organization",
      async ({ organizationId }) => {
        await em().nativeUpdate(Organization, { id: organizationId }, { status: "suspended" });
      },
    ],
  ] as const satisfies [
    string,
    (shared: Awaited<ReturnType<typeof createSharedJob>>) => unknown,
  ][])("that is %s shows neither page nor file", async (_name, end) => {
    const shared = await createSharedJob();

    await end(shared);

    const page = await api.call(shared.path);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain("This link has ended");
    const file = await api.call(shared.filePath);
    expect(await expectDocumented(downloadSharedFile, file)).toMatchObject({
      status: 404,
      code: "share_not_found",
    });
  });

  test("is limited for each client IP address, its page and its files separately", async () => {
    const { path, filePath } = await createSharedJob();
    const limits = { anonymousRequestsPerHour: 2, downloadsPerHour: 3 };
    const strict = await startApi(database, {
      settings: { ...limits, trustProxy: true },
      dependencies: { storage: api.storage },
    });
    onTestFinished(async () => strict.close());
    const statuses = async (of: string, ip: string, count: number) => {
      const read: number[] = [];
      for (let round = 0; round < count; round += 1) {
        const { status } = await strict.call(of, { headers: { "X-Forwarded-For": ip } });
        read.push(status);
      }
      return read;
    };

    const guesses = await statuses("/s/guessed", "198.51.100.20", 3);
    const page = await statuses(path, "198.51.100.21", 3);
    const file = await statuses(filePath, "198.51.100.21", 4);
    const another = await statuses(path, "198.51.100.22", 1);

    expect(guesses).toEqual([404, 404, 429]);
    expect(page).toEqual([200, 200, 429]);
    expect(file).toEqual([200, 200, 200, 429]);
    expect(another).toEqual([200]);
  });

  test("opens no file of another job", async () => {
    const [shared, other] = [await createSharedJob(), await createSharedJob()];

    const response = await api.call(`${shared.path}/files/${other.filePath.split("/").at(-1)}`);

    expect(await response.json()).toMatchObject({ status: 404, code: "output_not_found" });
  });
});

describe("the links of a job", () => {
  test("are listed without their URLs, and are in the audit log", async () => {
    const { jobId, shareId, token, organizationId, accountId } = await createSharedJob();

    const response = await api.call(`/app/jobs/${jobId}/shares`, { token });

    const list = await expectDocumented(listJobShares, response);
    expect(list).toEqual({
      data: [
        {
          shareId,
          showsPrompt: false,
          createdBy: accountId,
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
        },
      ],
    });
    const entries = await em().find(AuditEntry, { organizationId, action: "job.shared" });
    expect(entries).toMatchObject([{ targetId: jobId, actorAccountId: accountId }]);
    expect(JSON.stringify(entries)).not.toContain("token");
  });

  test("are at most 20, and need a result", async () => {
    const { share, token, organizationId, accountId } = await createSharedJob();
    for (let count = 1; count < 20; count += 1) await share({});
    const queued = await createQueuedJob(database.orm, { organizationId, accountId });

    const oneMore = await share({});
    const early = await api.call(`/app/jobs/${queued}/shares`, { token, body: {} });

    expect(await expectDocumented(createJobShare, oneMore)).toMatchObject({
      status: 409,
      code: "share_limit_reached",
      details: { limit: 20 },
    });
    expect(await early.json()).toMatchObject({ status: 409, code: "job_not_final" });
  });

  test("are deleted after they have expired", async () => {
    const { shareId } = await createSharedJob();
    await em().nativeUpdate(JobShare, { id: shareId }, { expiresAt: new Date(0) });

    await expiredShares.deleteSome(em());

    expect(await em().count(JobShare, { id: shareId })).toBe(0);
  });
});
