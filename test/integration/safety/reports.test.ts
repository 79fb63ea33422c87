import { buffer } from "node:stream/consumers";

import { Registry } from "prom-client";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { registerReportMetrics } from "#api/metrics/report-metrics.ts";
import { createAbuseReport } from "#api/routes/app/create-abuse-report.ts";
import { decideAbuseReport } from "#api/routes/app/decide-abuse-report.ts";
import { decideQuarantinedFile } from "#api/routes/app/decide-quarantined-file.ts";
import { getReportPage } from "#api/routes/app/get-report-page.ts";
import { getSecurityContact } from "#api/routes/app/get-security-contact.ts";
import { listAbuseReports } from "#api/routes/app/list-abuse-reports.ts";
import { listQuarantinedFiles } from "#api/routes/app/list-quarantined-files.ts";
import { forgetFiles, listErasedFiles } from "#db/accounts/erase-account.ts";
import { Asset } from "#db/entities/asset.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Output } from "#db/entities/job.ts";
import { Preview } from "#db/entities/preview.ts";
import { AbuseReport, QuarantinedFile } from "#db/entities/safety.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import { purgeJob } from "#db/jobs/purge-job.ts";
import { createShare } from "#db/jobs/shares.ts";
import { listOrphanKeys } from "#db/jobs/stored-files.ts";
import { decidedReports } from "#db/safety/abuse-reports.ts";
import { createOperator, type TestPerson } from "#test/support/accounts/access-world.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { formOf, pngOf } from "#test/support/media.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { completeRun, makeImage, queueRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const api = useApi(database, { settings: { trustProxy: true } });
const withContact = useApi(database, {
  settings: { abuseEmail: "abuse@example.org", publicUrl: "https://media.example.org" },
});
const em = () => database.orm.em.fork();
const bytes = pngOf(300);
const upload = pngOf(250);
let operator: TestPerson;

beforeAll(async () => {
  operator = await createOperator(database.orm);
});

beforeEach(async () => {
  await em().nativeDelete(AbuseReport, {});
});

async function createOutput() {
  const owner = await createOrganization(database.orm);
  const jobId = await createQueuedJob(database.orm, owner);
  const file = { jobId, bytes, contentType: "image/png" };
  const { outputId } = await finishJob(database.orm, api.storage, owner.organizationId, file);
  return { ...owner, jobId, outputId };
}

let reporters = 0;

/** Each report comes from another IP address, because their number is limited. */
async function report(reference: string, more: object = {}): Promise<Response> {
  reporters += 1;
  const headers = { "X-Forwarded-For": `192.0.2.${reporters}` };
  const body = { reference, category: "personal_data", explanation: "It shows me.", ...more };
  return api.call("/app/reports", { body, headers });
}

interface Listed {
  readonly data: readonly Record<string, unknown>[];
}

async function listReports(): Promise<Listed["data"]> {
  const response = await api.call("/app/admin/reports?limit=100", { token: operator.token });
  return ((await expectDocumented(listAbuseReports, response)) as Listed).data;
}

async function decide(reportId: unknown, decision: string): Promise<Response> {
  const path = `/app/admin/reports/${String(reportId)}/decision`;
  return api.call(path, { token: operator.token, body: { decision, reason: "case 12" } });
}

async function act(fileId: unknown, action: string): Promise<Record<string, unknown>> {
  const path = `/app/admin/quarantined-files/${String(fileId)}/decision`;
  const body = { action, reason: "case 12" };
  const response = await api.call(path, { token: operator.token, body });
  return (await expectDocumented(decideQuarantinedFile, response)) as Record<string, unknown>;
}

/** Reports an output, quarantines it and returns its row. */
async function quarantine() {
  const output = await createOutput();
  await report(output.outputId);
  const [found] = await listReports();
  const response = await decide(found?.["reportId"], "quarantined");
  expect(await expectDocumented(decideAbuseReport, response)).toMatchObject({
    status: "quarantined",
  });
  const file = await em().findOneOrFail(QuarantinedFile, { outputId: output.outputId });
  return { ...output, file };
}

test("anyone can report a file, by its signed URL, its id, its job or a public link", async () => {
  const { organizationId, accountId, jobId, outputId } = await createOutput();
  const given = { jobId, organizationId, accountId, days: 7, showsPrompt: false, actor: {} };
  const { token } = await createShare(em(), given);

  for (const [reference, expected] of [
    [`${api.url}/files/${outputId}?expires=1&signature=secret`, { outputId }],
    [`${api.url}/jobs/${jobId}`, { outputId: null }],
    [`${api.url}/s/${token}`, { outputId: null }],
  ] as const) {
    await em().nativeDelete(AbuseReport, {});
    const body = await expectDocumented(createAbuseReport, await report(reference));
    expect(body).toEqual({ status: "received" });
    const [listed] = await listReports();
    expect(listed).toMatchObject({ organizationId, jobId, status: "open", ...expected });
    expect(JSON.stringify(listed)).not.toContain("secret");
    expect(JSON.stringify(listed)).not.toContain(token);
  }
});

test("the response is the same for content that does not exist, and no URL is opened", async () => {
  const { outputId } = await createOutput();
  const unknown = outputId.replace(/.{4}$/, "0000");
  const known = await report(outputId);
  const refused = await report(unknown);
  const elsewhere = await report("http://169.254.169.254/latest/meta-data");

  expect([known.status, refused.status, elsewhere.status]).toEqual([202, 202, 202]);
  const bodies = await Promise.all([known, refused, elsewhere].map(async (one) => one.text()));
  expect(new Set(bodies).size).toBe(1);
  expect((await listReports()).map(({ jobId }) => jobId === null)).toEqual([true, true, false]);
});

test("a second report of the same content is counted and makes no row", async () => {
  const { outputId } = await createOutput();
  await report(outputId);
  await Promise.all([report(`${api.url}/files/${outputId}`), report(outputId)]);

  expect(await listReports()).toMatchObject([{ outputId, repeats: 2 }]);
});

test("reports of unknown content are bounded, and those of stored files are still kept", async () => {
  await em().execute(
    `insert into abuse_reports (id, reference, reference_hash, category, explanation, repeats, status)
     select 'rpt_' || n, 'x', int4send(n), 'other', 'x', 0, 'open' from generate_series(1, 1000) n`,
  );
  const { outputId } = await createOutput();
  expect((await report("https://elsewhere.example/1")).status).toBe(202);
  expect((await report(outputId)).status).toBe(202);

  expect(await em().count(AbuseReport, { jobId: null })).toBe(1_000);
  expect(await em().count(AbuseReport, { outputId })).toBe(1);
});

test("an IP address can send 20 reports an hour, and a report has limits", async () => {
  const headers = { "X-Forwarded-For": "198.51.100.1" };
  const valid = { reference: "x", category: "other", explanation: "x" };
  const send = async (more: object) =>
    (await api.call("/app/reports", { body: { ...valid, ...more }, headers })).status;
  expect(await send({ explanation: "x".repeat(2_001) })).toBe(422);
  expect(await send({ explanation: "x".repeat(20_000) })).toBe(413);

  const statuses = await Promise.all(Array.from({ length: 20 }, async () => send({})));
  expect(new Set(statuses)).toEqual(new Set([202]));
  expect(await send({})).toBe(429);
});

test("the form is in English and German, runs only its script, and sends to this server only", async () => {
  for (const [language, title] of [
    ["en", "Report content"],
    ["de", "Inhalt melden"],
  ] as const) {
    const headers = { Accept: "text/html", "Accept-Language": language };
    const page = await api.call("/app/report", { headers });
    const html = String(await expectDocumented(getReportPage, page));

    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(title);
    const policy = page.headers.get("Content-Security-Policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("script-src 'sha256-");
  }
});

test("the form and security.txt name the operator's contact, and without one there is no file", async () => {
  expect((await api.call("/.well-known/security.txt")).status).toBe(404);

  const page = await withContact.call("/app/report", { headers: { Accept: "text/html" } });
  expect(await page.text()).toContain('<a href="mailto:abuse@example.org">abuse@example.org</a>');
  const response = await withContact.call("/.well-known/security.txt");
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const text = String(await expectDocumented(getSecurityContact, response));
  const fields = new Map(
    text
      .trimEnd()
      .split("\n")
      .map((line) => toField(line)),
  );
  expect(fields.get("Contact")).toBe("mailto:abuse@example.org");
  expect(fields.get("Canonical")).toBe("https://media.example.org/.well-known/security.txt");
  expect(fields.get("Preferred-Languages")).toBe("en, de");
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(365);
});

function toField(line: string): [string, string] {
  const [name = "", value = ""] = line.split(/: (.*)/);
  return [name, value];
}

test("a quarantined file has no URL, and no deletion and no erasure reaches it", async () => {
  const { organizationId, jobId, outputId, file, key } = await quarantine();

  const url = `/v1/jobs/${jobId}/outputs/${outputId}/content`;
  expect((await api.call(url, { key })).status).toBe(410);
  expect(file).toMatchObject({ organizationId, jobId, holdEndedAt: null, categories: ["report"] });

  await deleteJob(em(), { jobId, organizationId, actor: {} });
  await purgeJob({ orm: database.orm, storage: api.storage }, jobId);
  const erased = await listErasedFiles(em(), organizationId);
  expect(erased.storageKeys).not.toContain(file.storageKey);
  await forgetFiles(em(), erased);
  const orphans = await listOrphanKeys(em(), [file.storageKey]);
  expect(orphans).toEqual([]);
  expect(await buffer(api.storage.read(file.storageKey))).toEqual(bytes);
  expect(await em().count(QuarantinedFile, { id: file.id })).toBe(1);
});

/** Reports an uploaded file by its signed URL, quarantines it and returns its row. */
async function quarantineAsset() {
  const owner = await createOrganization(database.orm);
  const asset = await createTestAsset(database.orm, api.storage, owner, upload);
  const url = await signedUrlOf(asset.assetId, owner.key);
  await report(url);
  const [found] = await listReports();
  expect(found).toMatchObject({
    organizationId: owner.organizationId,
    assetId: asset.assetId,
    jobId: null,
  });
  expect((await decide(found?.["reportId"], "quarantined")).status).toBe(200);
  const file = await em().findOneOrFail(QuarantinedFile, { assetId: asset.assetId });
  return { ...owner, ...asset, url, file };
}

async function signedUrlOf(assetId: string, key: string): Promise<string> {
  const response = await api.call(`/v1/assets/${assetId}`, { key });
  const { url } = (await response.json()) as { url: string };
  const { pathname, search } = new URL(url);
  return `${api.url}${pathname}${search}`;
}

async function uploadAgain(key: string): Promise<Response> {
  const headers = { "X-API-Key": key };
  return fetch(`${api.url}/v1/assets`, { method: "POST", headers, body: formOf(upload) });
}

test("an uploaded file in quarantine has no URL, is no input, and no deletion and no erasure reaches it", async () => {
  const { organizationId, assetId, storageKey, key, url, file } = await quarantineAsset();

  expect(file).toMatchObject({ organizationId, jobId: null, holdEndedAt: null });
  expect((await fetch(url)).status).toBe(410);
  expect((await api.call(`/v1/assets/${assetId}`, { key })).status).toBe(410);
  expect(await api.storage.stat(storageKey)).toBeNull();
  const inputs = [{ kind: "image", assetId }];
  const job = await api.call("/v1/generations", {
    key,
    body: { capability: "image-to-image", prompt: "in snow", inputs },
  });
  expect(await job.json()).toMatchObject({ code: "asset_expired" });

  expect((await api.call(`/v1/assets/${assetId}`, { key, method: "DELETE" })).status).toBe(204);
  const erased = await listErasedFiles(em(), organizationId);
  expect(erased.storageKeys).not.toContain(file.storageKey);
  await forgetFiles(em(), erased);
  expect(await listOrphanKeys(em(), [file.storageKey])).toEqual([]);
  expect(await buffer(api.storage.read(file.storageKey))).toEqual(upload);
  expect(await act(file.id, "end_hold")).toMatchObject({ status: "unheld", assetId });
  expect(await act(file.id, "restore")).toMatchObject({ code: "quarantine_ended" });
});

test("an uploaded file returns from quarantine with its retention, and until then its organization cannot upload it again", async () => {
  const { assetId, key, file } = await quarantineAsset();
  const before = await em().findOneOrFail(Asset, assetId);
  expect(await em().count(Preview, { fileId: assetId })).toBe(0);
  const refused = await uploadAgain(key);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ code: "content_blocked" });
  const { key: otherKey } = await createOrganization(database.orm);
  expect((await uploadAgain(otherKey)).status).toBe(201);

  expect(await act(file.id, "restore")).toMatchObject({ code: "legal_hold" });
  await act(file.id, "end_hold");
  expect(await act(file.id, "restore")).toMatchObject({ outcome: "restored" });

  const content = await fetch(await signedUrlOf(assetId, key));
  expect(Buffer.from(await content.arrayBuffer())).toEqual(upload);
  const after = await em().findOneOrFail(Asset, assetId);
  expect(after.expiresAt.getTime()).toBeGreaterThan(before.expiresAt.getTime());
  expect(await em().findOneOrFail(Preview, { fileId: assetId })).toMatchObject({
    storageKey: after.storageKey,
  });
  expect(await listOrphanKeys(em(), [after.storageKey])).toEqual([]);
  expect((await uploadAgain(key)).status).toBe(201);

  // The same asset can be reported and held again.
  await em().nativeDelete(AbuseReport, {});
  await report(assetId);
  const [again] = await listReports();
  expect((await decide(again?.["reportId"], "quarantined")).status).toBe(200);
  expect(await em().count(QuarantinedFile, { assetId, endedAt: null })).toBe(1);
});

test("an uploaded file that its owner deletes while it is in quarantine does not return", async () => {
  const { assetId, key, file } = await quarantineAsset();
  expect((await api.call(`/v1/assets/${assetId}`, { key, method: "DELETE" })).status).toBe(204);
  await act(file.id, "end_hold");

  expect(await act(file.id, "restore")).toMatchObject({ code: "quarantine_ended" });
  expect(await act(file.id, "delete")).toMatchObject({ outcome: "deleted" });
  expect(await api.storage.stat(file.storageKey)).toBeNull();
});

test("a report of a pipeline's run takes the files of its steps", async () => {
  const owner = await createOrganization(database.orm, { credits: 20 });
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const made = await makeImage(database.orm, api.storage, owner, runId);
  await completeRun(database.orm, runId, made);
  await report(`${api.url}/jobs/${runId}`);

  const [found] = await listReports();
  expect((await decide(found?.["reportId"], "quarantined")).status).toBe(200);
  const file = await em().findOneOrFail(QuarantinedFile, { outputId: made.outputId });
  expect(file.jobId).toBe(made.jobId);
});

test("a held file is neither returned nor deleted; afterwards it returns with its retention", async () => {
  const { jobId, outputId, file, key } = await quarantine();
  const before = await em().findOneOrFail(Output, outputId);
  expect(await em().count(Preview, { fileId: outputId })).toBe(0);
  expect(await act(file.id, "restore")).toMatchObject({ code: "legal_hold" });
  expect(await act(file.id, "delete")).toMatchObject({ code: "legal_hold" });

  expect(await act(file.id, "end_hold")).toMatchObject({ status: "unheld" });
  expect(await act(file.id, "hold")).toMatchObject({ status: "held" });
  expect(await act(file.id, "end_hold")).toMatchObject({ status: "unheld" });
  expect(await act(file.id, "restore")).toMatchObject({ status: "ended", outcome: "restored" });

  const response = await api.call(`/v1/jobs/${jobId}/outputs/${outputId}/content`, { key });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  const after = await em().findOneOrFail(Output, outputId);
  const preview = await em().findOneOrFail(Preview, { fileId: outputId });
  expect(preview.storageKey).toBe(after.storageKey);
  expect(after.expiresAt.getTime()).toBeGreaterThan(before.expiresAt.getTime());
  expect(await api.storage.stat(file.storageKey)).toBeNull();
  expect(await act(file.id, "hold")).toMatchObject({ code: "quarantine_ended" });

  // The same output can be reported and held again.
  await em().nativeDelete(AbuseReport, {});
  await report(outputId);
  const [again] = await listReports();
  expect((await decide(again?.["reportId"], "quarantined")).status).toBe(200);
  expect(await em().count(QuarantinedFile, { outputId, endedAt: null })).toBe(1);
});

test("a file whose hold has ended is deleted for good, and its row stays", async () => {
  const { file } = await quarantine();
  await act(file.id, "end_hold");

  expect(await act(file.id, "delete")).toMatchObject({ status: "ended", outcome: "deleted" });
  expect(await api.storage.stat(file.storageKey)).toBeNull();
  const response = await api.call("/app/admin/quarantined-files?status=ended", {
    token: operator.token,
  });
  const listed = (await expectDocumented(listQuarantinedFiles, response)) as Listed;
  expect(listed.data.map(({ quarantinedFileId }) => quarantinedFileId)).toContain(file.id);
  expect(JSON.stringify(listed)).not.toContain(file.storageKey);
});

test("a file of a deleted job cannot return", async () => {
  const { jobId, organizationId, file } = await quarantine();
  await deleteJob(em(), { jobId, organizationId, actor: {} });
  await act(file.id, "end_hold");

  expect(await act(file.id, "restore")).toMatchObject({ code: "quarantine_ended" });
  expect(await buffer(api.storage.read(file.storageKey))).toEqual(bytes);
});

test("a decision is final, is in the audit log, and is deleted after a year", async () => {
  const { outputId } = await createOutput();
  await report(outputId, { email: "ada@example.org" });
  const [found] = await listReports();
  const reportId = String(found?.["reportId"]);
  const both = await Promise.all([decide(reportId, "dismissed"), decide(reportId, "dismissed")]);

  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await em().count(Output, { id: outputId, deletedAt: null })).toBe(1);
  const entries = await em().find(AuditEntry, { targetId: reportId });
  expect(entries).toMatchObject([
    { action: "abuse_report.dismissed", actorAccountId: operator.accountId },
  ]);
  await em().nativeUpdate(AbuseReport, { id: reportId }, { expiresAt: new Date(0) });
  await decidedReports.deleteSome(em());
  expect(await em().count(AbuseReport, { id: reportId })).toBe(0);
});

test("open reports are measured with the age of the oldest", async () => {
  const measure = async (name: string): Promise<number> => {
    const registry = new Registry();
    registerReportMetrics(registry, database.orm);
    const found = new RegExp(`^${name} (\\S+)$`, "m").exec(await registry.metrics());
    return Number(found?.[1]);
  };
  expect(await measure("gme_abuse_reports_open")).toBe(0);
  expect(await measure("gme_abuse_reports_oldest_seconds")).toBe(0);
  await report("https://elsewhere.example/1");
  await report("https://elsewhere.example/2");
  const old =
    "update abuse_reports set created_at = now() - interval '2 days' where reference like '%1'";
  await em().execute(old);

  expect(await measure("gme_abuse_reports_open")).toBe(2);
  expect(await measure("gme_abuse_reports_oldest_seconds")).toBeGreaterThan(172_000);
});

test("a report of content that is not stored, or not any more, cannot be quarantined", async () => {
  await report("https://elsewhere.example/fox.png");
  const { jobId, organizationId, outputId } = await createOutput();
  await report(outputId);
  await deleteJob(em(), { jobId, organizationId, actor: {} });

  for (const { reportId } of await listReports()) {
    const response = await decide(reportId, "quarantined");
    expect(await expectDocumented(decideAbuseReport, response)).toMatchObject({
      code: "output_expired",
    });
  }
});
