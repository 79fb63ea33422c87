import { describe, expect, test } from "vitest";

import { countJobs } from "#api/routes/app/count-jobs.ts";
import { listMarkedJobs } from "#api/routes/app/list-marked-jobs.ts";
import { updateJobMarks } from "#api/routes/app/update-job-marks.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import { createJob, requestCancel } from "#db/jobs/jobs.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const api = useApi(database);
const em = () => database.orm.em.fork();

async function createPerson() {
  const organization = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

async function createPrompt(person: Person, prompt: string, { isEnded = true } = {}) {
  const request = { prompt, parseIntent: false, inputs: [], parameters: {} };
  const { jobId } = await createJob(em(), newJob(person, { credits: 1, request }));
  if (isEnded) await requestCancel(em(), { jobId, organizationId: person.organizationId });
  return jobId;
}

async function find({ token }: Person, query: string): Promise<string[]> {
  const response = await api.call(`/app/jobs?${query}`, { token });
  const { data } = (await expectDocumented(listMarkedJobs, response)) as {
    data: { jobId: string }[];
  };
  return data.map(({ jobId }) => jobId);
}

async function mark({ token }: Person, jobId: string, body: object, etag?: string) {
  const headers = etag === undefined ? {} : { "if-match": etag };
  const response = await api.call(`/app/jobs/${jobId}`, { method: "PUT", token, body, headers });
  return { response, marks: await expectDocumented(updateJobMarks, response) };
}

describe("the search of jobs", () => {
  test("finds open and ended jobs by the beginnings of terms, in any order", async () => {
    const person = await createPerson();
    const fox = await createPrompt(person, "A red fox in the snow's light");
    const open = await createPrompt(person, "Foxglove on a meadow", { isEnded: false });
    await createPrompt(person, "a wolf");

    expect(await find(person, "search=FOX")).toEqual([open, fox]);
    expect(await find(person, "search=snow%20re")).toEqual([fox]);
    expect(await find(person, "search=ox")).toEqual([]);
  });

  test("finds nothing for a text without terms, and takes quotes and operators as text", async () => {
    const person = await createPerson();
    const fox = await createPrompt(person, "the fox's den");

    for (const text of ["!!!", "' | !", "fox & wolf", String.raw`\ ' :* wolf`]) {
      expect(await find(person, `search=${encodeURIComponent(text)}`)).toEqual([]);
    }
    expect(await find(person, `search=${encodeURIComponent("fox's & !(den)")}`)).toEqual([fox]);
  });

  test("never leaves the organization, nor matches its id", async () => {
    const person = await createPerson();
    const other = await createPerson();
    await createPrompt(other, "a fox");
    await createPrompt(person, "a wolf");

    expect(await find(person, "search=fox")).toEqual([]);
    expect(await find(person, `search=${person.organizationId}`)).toEqual([]);
    expect(await find(person, `search=org`)).toEqual([]);
  });

  test("finds a job by its title, and a deleted job by nothing", async () => {
    const person = await createPerson();
    const jobId = await createPrompt(person, "a fox");
    await mark(person, jobId, { title: "Cover of the magazine", labels: ["spring"] });
    expect(await find(person, "search=magazine")).toEqual([jobId]);
    expect(await find(person, "search=fox&label=spring")).toEqual([jobId]);

    await deleteJob(em(), { jobId, organizationId: person.organizationId, actor: {} });

    const kept = await em().execute(`select title, starred, labels, words from jobs where id = ?`, [
      jobId,
    ]);
    expect(kept).toEqual([{ title: null, starred: false, labels: [], words: null }]);
  });

  test("lists several statuses and counts each", async () => {
    const person = await createPerson();
    const ended = await createPrompt(person, "a fox");
    const open = await createPrompt(person, "a fox", { isEnded: false });

    expect(await find(person, "status=queued,canceled")).toEqual([open, ended]);
    expect(await find(person, "status=failed")).toEqual([]);
    const response = await api.call("/app/job-counts?search=fox", { token: person.token });
    expect(await expectDocumented(countJobs, response)).toEqual({
      counts: { queued: 1, canceled: 1 },
      isComplete: true,
    });
  });

  test("lists the jobs of a model and of days in UTC, both included", async () => {
    const person = await createPerson();
    const [old, late] = [await createPrompt(person, "a fox"), await createPrompt(person, "a wolf")];
    const [today = "", tomorrow = ""] = [0, 86_400_000].map((ms) =>
      new Date(Date.now() + ms).toISOString().slice(0, 10),
    );
    for (const [jobId, day] of [
      [old, today],
      [late, tomorrow],
    ]) {
      await em().execute(`update jobs set created_at = ? where id = ?`, [
        `${day}T00:00:00Z`,
        jobId,
      ]);
    }

    expect(await find(person, `from=${today}`)).toEqual([late, old]);
    expect(await find(person, `to=${today}`)).toEqual([old]);
    expect(await find(person, `from=${today}&to=${today}&model=studio-image`)).toEqual([old]);
    expect(await find(person, "to=2026-01-01")).toEqual([]);
    expect(await find(person, "from=0000-01-01&to=9999-12-31")).toEqual([late, old]);
    expect(await find(person, "model=another")).toEqual([]);
    const counts = await api.call(`/app/job-counts?to=${today}`, { token: person.token });
    expect(await counts.json()).toMatchObject({ counts: { canceled: 1 } });
    const refused = await api.call("/app/jobs?from=yesterday", { token: person.token });
    expect(refused.status).toBe(400);
  });

  test("responds 304 to the ETag of an unchanged page", async () => {
    const person = await createPerson();
    const jobId = await createPrompt(person, "a fox");
    const first = await api.call("/app/jobs", { token: person.token });
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };

    expect((await api.call("/app/jobs", { token: person.token, headers })).status).toBe(304);
    await mark(person, jobId, { starred: true });
    expect((await api.call("/app/jobs", { token: person.token, headers })).status).toBe(200);
  });
});

describe("marks of a job", () => {
  test("change what is sent, and are listed with their filter", async () => {
    const person = await createPerson();
    const jobId = await createPrompt(person, "a fox", { isEnded: false });
    await createPrompt(person, "a wolf");

    await mark(person, jobId, { title: "Fox", labels: ["spring"] });
    const { marks } = await mark(person, jobId, { starred: true });

    expect(marks).toEqual({ title: "Fox", starred: true, labels: ["spring"] });
    expect(await find(person, "starred=true")).toEqual([jobId]);
    expect(await find(person, "label=spring")).toEqual([jobId]);
    expect(await find(person, "label=autumn")).toEqual([]);
  });

  test("are refused with the ETag of an earlier version", async () => {
    const person = await createPerson();
    const jobId = await createPrompt(person, "a fox");
    const { response } = await mark(person, jobId, { title: "One" });
    const etag = response.headers.get("etag") ?? "";
    expect((await mark(person, jobId, { title: "Two" }, etag)).response.status).toBe(200);

    const refused = await mark(person, jobId, { title: "Three" }, etag);

    expect(refused.response.status).toBe(412);
  });

  test("are in the audit log without their text, which outlives the job", async () => {
    const person = await createPerson();
    const jobId = await createPrompt(person, "a fox");

    await mark(person, jobId, { title: "Secret project" });

    const entry = await em().findOneOrFail(AuditEntry, { targetId: jobId, action: "job.marked" });
    expect(entry).toMatchObject({ after: { fields: ["title"] }, actorAccountId: person.accountId });
  });

  test.each([
    { labels: ["one", "one"] },
    { labels: Array.from({ length: 11 }, (_, index) => `label ${index}`) },
    { title: "" },
    { title: "two\nlines" },
    { color: "red" },
  ])("%j are refused", async (body) => {
    const person = await createPerson();
    const jobId = await createPrompt(person, "a fox");

    expect((await mark(person, jobId, body)).response.status).toBe(422);
  });
});
