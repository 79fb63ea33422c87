import { beforeAll, describe, expect, test } from "vitest";

import { getJob } from "#api/routes/jobs/get-job.ts";
import { startApi } from "#test/support/api.ts";
import { expectCommonHeaders, expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";

const bytes = Buffer.from("0123456789".repeat(10));

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database);

let jobId: string;
let outputId: string;
/** Path and query of the signed URL. */
let signed: string;

beforeAll(async () => {
  jobId = await createQueuedJob(database.orm, caller);
  const file = { jobId, bytes, contentType: "image/png" };
  ({ outputId } = await finishJob(database.orm, api.storage, caller.organizationId, file));
  const job = (await (await api.call(`/v1/jobs/${jobId}`, { key: caller.key })).json()) as {
    output: { url: string };
  };
  const url = new URL(job.output.url);
  signed = `${url.pathname}${url.search}`;
});

test("a completed job shows the URL and the price of its output", async () => {
  const response = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });

  expect(await expectDocumented(getJob, response)).toMatchObject({
    status: "completed",
    progress: { percent: 100, stage: "done" },
    output: { outputId, contentType: "image/png", bytes: 100, width: 1, height: 1 },
    outputs: [{ outputId }],
    billing: { heldCredits: 0, capturedCredits: 1, reason: "1 credit charged for the result." },
  });
});

describe.each([
  ["the signed address, without a credential", () => ({ path: signed, key: {} })],
  [
    "the stable address, with a key",
    () => ({ path: `/v1/jobs/${jobId}/outputs/${outputId}/content`, key: { key: caller.key } }),
  ],
])("%s", (_name, where) => {
  async function read(headers: Record<string, string> = {}, method = "GET") {
    const { path, key } = where();
    const response = await api.call(path, { ...key, headers, method });
    expectCommonHeaders(response);
    return response;
  }

  test("returns the whole file with its content type and a file name", async () => {
    const response = await read();

    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": "100",
      "content-disposition": `inline; filename="${outputId}.png"`,
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    });
  });

  test.each([
    ["bytes=0-9", "0-9", 10],
    ["bytes=95-", "95-99", 5],
    ["bytes=-3", "97-99", 3],
    ["bytes=90-200", "90-99", 10],
    ["bytes=-500", "0-99", 100],
  ])("%s returns 206 with bytes %s", async (range, content, length) => {
    const response = await read({ Range: range });

    expect(response.status).toBe(206);
    expect(response.headers.get("Content-Range")).toBe(`bytes ${content}/100`);
    const [start = 0, end = 0] = content.split("-").map(Number);
    const body = Buffer.from(await response.arrayBuffer());
    expect(body).toEqual(bytes.subarray(start, end + 1));
    expect(body).toHaveLength(length);
  });

  test("a range outside the file returns 416 and the file's size", async () => {
    const response = await read({ Range: "bytes=100-" });

    expect(response.status).toBe(416);
    expect(response.headers.get("Content-Range")).toBe("bytes */100");
    expect(await response.json()).toMatchObject({ code: "range_not_satisfiable" });
  });

  test.each(["bytes=0-1,5-6", "pages=1-2", "bytes=9-3"])("%s is ignored", async (range) => {
    const response = await read({ Range: range });

    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(100);
  });

  test("an unchanged file returns 304; If-Range with another ETag returns the whole file", async () => {
    const etag = (await read()).headers.get("etag") ?? "";

    const unchanged = await read({ "If-None-Match": etag });
    const other = await read({ Range: "bytes=0-9", "If-Range": '"other"' });
    const same = await read({ Range: "bytes=0-9", "If-Range": etag });

    expect([unchanged.status, other.status, same.status]).toEqual([304, 200, 206]);
  });

  test("HEAD returns the length without a body", async () => {
    const response = await read({}, "HEAD");

    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe("100");
    expect(await response.text()).toBe("");
  });
});

describe("a signed URL", () => {
  test.each([
    ["another output", () => signed.replace(outputId, "out_00000000-0000-7000-8000-000000000000")],
    ["a later end", () => signed.replace(/expires=\d+/, "expires=99999999999")],
    ["another signature", () => signed.replace(/signature=.{4}/, "signature=AAAA")],
  ])("does not work for %s", async (_name, forge) => {
    const response = await api.call(forge());

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "signature_invalid" });
  });

  test("expires", async () => {
    const late = await startApi(database, {
      dependencies: { now: () => new Date(Date.now() + 3_700_000) },
    });

    const response = await late.call(signed);
    await late.close();

    expect(await response.json()).toMatchObject({ code: "signature_invalid" });
  });

  test("stays the same for a while, so that an unchanged job keeps its ETag", async () => {
    const first = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });
    const second = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });

    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  });

  test("of an expired output returns 410", async () => {
    const own = await createQueuedJob(database.orm, caller);
    const file = { jobId: own, bytes, contentType: "text/html" };
    const gone = await finishJob(database.orm, api.storage, caller.organizationId, file);
    const path = `/v1/jobs/${own}/outputs/${gone.outputId}/content`;
    const before = await api.call(path, { key: caller.key });
    await database.orm.em
      .fork()
      .execute(`update outputs set deleted_at = now() where id = ?`, [gone.outputId]);

    const after = await api.call(path, { key: caller.key });

    // HTML generated for a caller must not run on the API's origin.
    expect(before.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(before.headers.get("content-security-policy")).toContain("sandbox");
    expect(after.status).toBe(410);
    expect(await after.json()).toMatchObject({ code: "output_expired" });
  });
});
