import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createDeleteExpiredFiles } from "#activities/maintenance/maintain-files.ts";
import { findFfmpeg } from "#activities/previews/find-ffmpeg.ts";
import { makeNextPreview, type PreviewSettings } from "#activities/previews/keep-previews.ts";
import { createPreviewMaker } from "#activities/previews/preview-maker.ts";
import { listLibrary } from "#api/routes/app/list-library.ts";
import { purgeJob } from "#db/jobs/purge-job.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useFolder } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { listKeys } from "#test/support/jobs/storage-promises.ts";

const database = useDatabase();
const api = useApi(database);
/** Its workers make no previews. */
const apiWithoutPreviews = useApi(database, { settings: { hasPreviews: false } });
const folder = useFolder("gme-previews-");
const ffmpegPath = findFfmpeg(undefined);
const maker = createPreviewMaker();
const never = new AbortController().signal;

beforeAll(async () => mkdir(join(folder, "copies")));
afterAll(() => maker.stop());

function settings(): PreviewSettings {
  const { orm } = database;
  const logger = pino({ level: "silent" });
  return { orm, storage: api.storage, logger, ffmpegPath, folder: join(folder, "copies") };
}

/** Makes every preview that is due, as a worker does. */
async function makeAll(by = maker): Promise<void> {
  while (await makeNextPreview(settings(), by, never));
}

async function createPerson() {
  const organization = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

async function createOutput(person: Person, bytes: Buffer, contentType: string) {
  const jobId = await createQueuedJob(database.orm, person);
  const file = { jobId, bytes, contentType };
  const { outputId } = await finishJob(database.orm, api.storage, person.organizationId, file);
  return { jobId, outputId };
}

interface LibraryView {
  readonly data: readonly {
    readonly fileId: string;
    readonly preview: {
      readonly state: string;
      readonly thumbHash?: string;
      readonly posterUrl?: string;
      readonly stripUrl?: string;
      readonly peaks?: string;
    };
  }[];
  readonly nextCursor: string | null;
}

async function readLibrary({ token }: Person, query = ""): Promise<LibraryView> {
  const response = await api.call(`/app/library${query}`, { token });
  return (await expectDocumented(listLibrary, response)) as LibraryView;
}

async function readPreview(person: Person) {
  const [file] = (await readLibrary(person)).data;
  if (file === undefined) throw new Error("expected a file");
  return file.preview;
}

async function download(url: string): Promise<Response> {
  return fetch(url.replace("http://engine.test", api.url));
}

async function imageOf(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: "#c04020" };
  return sharp({ create }).jpeg().toBuffer();
}

/** Media that ffmpeg makes from its test sources. */
function mediaOf(name: string, ...programArguments: string[]): Buffer {
  const path = join(folder, name);
  execFileSync(ffmpegPath ?? "ffmpeg", ["-loglevel", "error", "-y", ...programArguments, path]);
  return readFileSync(path);
}

describe("the preview of a new file", () => {
  test("of an image is a small WebP image with its ThumbHash, behind a signed URL", async () => {
    const person = await createPerson();
    await createOutput(person, await imageOf(1_600, 800), "image/jpeg");

    expect(await readPreview(person)).toEqual({ state: "pending" });
    await makeAll();

    const preview = await readPreview(person);
    expect(preview).toEqual({
      state: "ready",
      thumbHash: expect.stringMatching(/^[\w+/]+=*$/),
      posterUrl: expect.stringContaining("/files/out_"),
    });
    const response = await download(preview.posterUrl ?? "");
    expect(response.headers.get("content-type")).toBe("image/webp");
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 512, height: 256 });
    expect((await download((preview.posterUrl ?? "").replace(".poster", ""))).status).toBe(403);
  });

  test("of a video is a poster and a strip of twelve frames", async () => {
    const person = await createPerson();
    const video = mediaOf("a.mp4", "-f", "lavfi", "-i", "testsrc=size=640x360:rate=10:duration=3");
    await createTestAsset(database.orm, api.storage, person, video, { contentType: "video/mp4" });

    await makeAll();

    const { state, posterUrl = "", stripUrl = "" } = await readPreview(person);
    expect(state).toBe("ready");
    const poster = await sharp(await (await download(posterUrl)).arrayBuffer()).metadata();
    expect(poster.width).toBe(512);
    const strip = await sharp(await (await download(stripUrl)).arrayBuffer()).metadata();
    expect(strip.width).toBe(12 * 160);
  });

  test("of a recording is its 1,000 peaks", async () => {
    const person = await createPerson();
    const sound = mediaOf("a.wav", "-f", "lavfi", "-i", "sine=frequency=440:duration=12");
    await createOutput(person, sound, "audio/wav");

    await makeAll();

    const { state, peaks = "" } = await readPreview(person);
    const bytes = Buffer.from(peaks, "base64");
    expect({ state, count: bytes.length, isSilent: bytes.every((peak) => peak === 0) }).toEqual({
      state: "ready",
      count: 1_000,
      isSilent: false,
    });
  });

  test("is made for files from before previews, when the library shows them", async () => {
    const person = await createPerson();
    const { outputId } = await createOutput(person, await imageOf(20, 10), "image/jpeg");
    await database.orm.em.fork().execute(`delete from previews where file_id = ?`, [outputId]);

    expect((await readPreview(person)).state).toBe("pending");
    await makeAll();

    expect((await readPreview(person)).state).toBe("ready");
  });
});

test("a preview that no worker makes is not pending", async () => {
  const person = await createPerson();
  await createOutput(person, await imageOf(20, 10), "image/jpeg");
  const { token } = person;

  const response = await apiWithoutPreviews.call("/app/library", { token });

  const { data } = (await response.json()) as LibraryView;
  expect(data.map(({ preview }) => preview.state)).toEqual(["none"]);
  expect((await readPreview(person)).state).toBe("pending");
});

describe("a hostile file has no preview and stays usable", () => {
  const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"${content}`);
  const hugePng = async () => {
    const png = await sharp(await imageOf(1, 1))
      .png()
      .toBuffer();
    // Width and height in the header, as a decompression bomb states them.
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    return png;
  };

  test.each([
    ["cut off", "image/jpeg", async () => (await imageOf(400, 400)).subarray(0, 30)],
    ["not what its type says", "image/png", async () => Buffer.from("#EXTM3U\nfile:///etc/passwd")],
    ["of enormous dimensions", "image/png", hugePng],
    ["an enormous drawing", "image/svg+xml", async () => svg(` width="99999" height="99999"/>`)],
    [
      "a broken video",
      "video/mp4",
      async () => Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp41\0\0\0\x08moov", "latin1"),
    ],
  ])("%s", async (_name, contentType, create) => {
    const person = await createPerson();
    await createOutput(person, await create(), contentType);

    await makeAll();

    expect(await readPreview(person)).toEqual({ state: "none" });
    expect(await readdir(join(folder, "copies"))).toEqual([]);
  });

  test("that keeps the process busy: it is stopped, and given up after three attempts", async () => {
    const person = await createPerson();
    const { outputId } = await createOutput(person, await imageOf(20, 10), "image/jpeg");
    const impatient = createPreviewMaker({ msMax: 1 });

    for (const left of [2, 1, 0]) {
      await makeAll(impatient);
      const { state } = await readPreview(person);
      expect(state).toBe(left === 0 ? "none" : "pending");
      await database.orm.em
        .fork()
        .execute(`update previews set due_at = now() where file_id = ? and due_at is not null`, [
          outputId,
        ]);
    }
    impatient.stop();
  });
});

describe("a worker that dies or stops", () => {
  test("leaves its preview to another worker", async () => {
    const person = await createPerson();
    await createOutput(person, await imageOf(20, 10), "image/jpeg");
    const stopping = AbortSignal.abort();

    expect(await makeNextPreview(settings(), maker, stopping)).toBe(true);
    expect((await readPreview(person)).state).toBe("pending");
    await makeAll();

    expect((await readPreview(person)).state).toBe("ready");
  });
});

describe("previews are deleted with their file", () => {
  test("of a deleted job", async () => {
    const person = await createPerson();
    const { jobId, outputId } = await createOutput(person, await imageOf(20, 10), "image/jpeg");
    await makeAll();
    expect((await listKeys(api.storage)).filter((key) => key.includes(jobId))).toHaveLength(2);

    await api.call(`/v1/jobs/${jobId}`, { method: "DELETE", token: person.token });
    await purgeJob({ orm: database.orm, storage: api.storage }, jobId);

    expect((await listKeys(api.storage)).filter((key) => key.includes(jobId))).toEqual([]);
    expect(await countPreviews(outputId)).toBe(0);
    expect((await readLibrary(person)).data).toEqual([]);
  });

  test("of an expired upload, also when the file is deleted while its preview is made", async () => {
    const person = await createPerson();
    const image = await imageOf(20, 10);
    const { assetId } = await createTestAsset(database.orm, api.storage, person, image);
    const expire = async () => {
      await database.orm.em
        .fork()
        .execute(`update assets set expires_at = now() - interval '2 hours' where id = ?`, [
          assetId,
        ]);
      await createDeleteExpiredFiles({ ...settings(), orm: database.orm } as never)();
    };
    const late = {
      stop: () => undefined,
      make: async (...task: Parameters<typeof maker.make>) => {
        const made = await maker.make(...task);
        await expire();
        return made;
      },
    };

    await makeAll(late);

    expect((await listKeys(api.storage)).filter((key) => key.includes(assetId))).toEqual([]);
    expect(await countPreviews(assetId)).toBe(0);
  });
});

describe("the library", () => {
  test("shows no file of another organization", async () => {
    const [person, stranger] = [await createPerson(), await createPerson()];
    const { jobId } = await createOutput(person, await imageOf(20, 10), "image/jpeg");

    expect((await readLibrary(stranger)).data).toEqual([]);
    expect((await readLibrary(stranger, `?job=${jobId}`)).data).toEqual([]);
  });

  test("lists outputs and uploads together, newest first, page by page, with filters", async () => {
    const person = await createPerson();
    const files: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const bytes = await imageOf(20 + index, 10);
      const isUpload = index % 2 === 0;
      files.unshift(
        isUpload
          ? (await createTestAsset(database.orm, api.storage, person, bytes)).assetId
          : (await createOutput(person, bytes, "image/jpeg")).outputId,
      );
    }

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: LibraryView = await readLibrary(
        person,
        `?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ fileId }) => fileId));
      cursor = page.nextCursor;
    } while (cursor !== null);

    expect(seen).toEqual(files);
    const idsOf = async (query: string) =>
      (await readLibrary(person, query)).data.map(({ fileId }) => fileId.slice(0, 3));
    expect(await idsOf("?source=uploaded")).toEqual(["ast", "ast"]);
    expect(await idsOf("?source=generated")).toEqual(["out", "out"]);
    expect(await idsOf("?kind=video")).toEqual([]);
    expect(await idsOf("?model=another-model")).toEqual([]);
  });

  test("finds outputs by prompt, title and label, and uploads by parts of their names, page by page", async () => {
    const [person, stranger] = [await createPerson(), await createPerson()];
    const bytes = await imageOf(20, 10);
    const outputs: string[] = [];
    for (const [index, jobs] of [person, person, stranger].entries()) {
      const { jobId, outputId } = await createOutput(jobs, bytes, "image/jpeg");
      const body = { title: `Red lighthouse ${index}`, labels: ["coast"] };
      const { token } = jobs;
      await api.call(`/app/jobs/${jobId}`, { method: "PUT", token, body });
      outputs.push(outputId);
    }
    const [first = "", second = ""] = outputs;
    const { assetId } = await createTestAsset(
      database.orm,
      api.storage,
      person,
      await imageOf(30, 10),
      { name: "my_lighthouse 50%.jpg" },
    );
    const find = async (query: string) =>
      (await readLibrary(person, `?${query}`)).data.map(({ fileId }) => fileId);

    expect(await find("search=LIGHT%20red")).toEqual([second, first]);
    expect(await find("search=lighthouse")).toEqual([assetId, second, first]);
    expect(await find("search=lighthouse%2050%25")).toEqual([assetId]);
    expect(await find("search=%25")).toEqual([assetId]);
    expect(await find("search=house_")).toEqual([]);
    expect(await find("label=coast")).toEqual([second, first]);
    expect(await find("label=coast&search=1")).toEqual([second]);
    expect(await find("label=mountain")).toEqual([]);
    const page = await readLibrary(person, "?search=lighthouse&limit=2");
    expect(await find(`search=lighthouse&limit=2&cursor=${page.nextCursor}`)).toEqual([first]);
  });

  test("shows an asset that copies an output once", async () => {
    const person = await createPerson();
    const { outputId } = await createOutput(person, await imageOf(20, 10), "image/jpeg");
    await api.call("/v1/assets", { token: person.token, body: { outputId } });

    expect((await readLibrary(person)).data.map(({ fileId }) => fileId)).toEqual([outputId]);
  });
});

async function countPreviews(fileId: string): Promise<number> {
  const [row] = await database.orm.em
    .fork()
    .execute<{ count: number }[]>(`select count(*)::int as count from previews where file_id = ?`, [
      fileId,
    ]);
  return row?.count ?? 0;
}
