import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { doors } from "#api/doors/doors.ts";
import { createJob, findJob } from "#db/jobs/jobs.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";
import { newPicture } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database);

async function list(headers: Record<string, string>): Promise<Response> {
  return api.call("/openai/v1/models", { headers });
}

describe("the credential behind a door", () => {
  test("is an API key as a bearer token, or in X-API-Key", async () => {
    const byBearer = await list({ Authorization: `Bearer ${owner.key}` });
    const byHeader = await list({ "X-API-Key": owner.key });

    expect([byBearer.status, byHeader.status]).toEqual([200, 200]);
    expect(byBearer.headers.get("x-request-id")).toMatch(/\w{8}/);
    expect(byBearer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Number(byHeader.headers.get("x-ratelimit-remaining"))).toBe(
      Number(byBearer.headers.get("x-ratelimit-remaining")) - 1,
    );
  });

  test("is refused as a session's token, as an unknown key, and when it is missing", async () => {
    const { token } = await createTestSession(database.orm, owner.accountId);
    const unknown = `gme_${"x".repeat(38)}`;

    for (const given of [`Bearer ${token}`, `Bearer ${unknown}`, "Basic abc", "Bearer", ""]) {
      const response = await list(given === "" ? {} : { Authorization: given });

      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: "invalid_api_key" } });
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
    }
  });

  test("of an API key as a bearer token stays refused under /v1", async () => {
    const headers = { Authorization: `Bearer ${owner.key}` };

    const response = await api.call("/v1/models", { headers });

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "credential_malformed" });
  });
});

test("paths behind a door are shown to callers with a credential only", async () => {
  const asked = await api.call("/openai/v1/embeddings", { method: "POST", body: {} });
  const headers = { Authorization: `Bearer ${owner.key}` };
  const known = await api.call("/openai/v1/embeddings", { method: "POST", body: {}, headers });

  expect(asked.status).toBe(401);
  expect(known.status).toBe(404);
  expect(await known.json()).toMatchObject({ error: { code: "unsupported_endpoint" } });
});

test("front ends may send and read a door's headers", async () => {
  const headers = { Origin: "http://front.test", "Access-Control-Request-Method": "POST" };

  const response = await api.call("/openai/v1/models", { method: "OPTIONS", headers });

  expect(response.headers.get("access-control-allow-headers")).toContain("X-Stainless-Retry-Count");
  expect(response.headers.get("access-control-expose-headers")).toContain("X-GME-Job-Id");
});

test("a job shows the door that accepted it", async () => {
  const { organizationId } = owner;
  const ofDoor = { ...newPicture(owner), door: "mcp" as const };
  const { jobId } = await createJob(database.orm.em.fork(), ofDoor);
  const other = await createQueuedJob(database.orm, owner);

  const response = await api.call(`/v1/jobs/${jobId}`, { key: owner.key });
  const plain = await api.call(`/v1/jobs/${other}`, { key: owner.key });

  expect(await response.json()).toMatchObject({ source: { door: "mcp" } });
  expect(((await plain.json()) as { source: object }).source).not.toHaveProperty("door");
  const job = await findJob(database.orm.em.fork(), { jobId, organizationId });
  expect(job.door).toBe("mcp");
});

test("each door has a separate prefix, which all its routes have", () => {
  const prefixes = doors.map(({ prefix }) => prefix);

  expect(new Set(prefixes).size).toBe(doors.length);
  for (const { prefix, routes } of doors) {
    for (const { path } of routes) expect(`${path}/`.startsWith(`${prefix}/`)).toBe(true);
  }
});

test("docs/doors/openai.md lists exactly the endpoints of the door", () => {
  const page = readFileSync(new URL("../../../docs/doors/openai.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `([A-Z]+ \/[^`]*)` +\| (.*?) +\|$/gm)].map(
    ([, endpoint, summary]) => `${endpoint}: ${summary}`,
  );

  const served = doors
    .filter(({ name }) => name === "openai")
    .flatMap(({ routes }) => routes)
    .map(({ method, path, summary }) => {
      return `${method.toUpperCase()} ${path.replace("/openai/v1", "")}: ${summary}`;
    });
  expect(listed).toEqual(served);
});
