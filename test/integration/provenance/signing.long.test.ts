import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { utimes } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";

import { JPEG, PNG } from "@trustnxt/c2pa-ts/asset";
import { SuperBox } from "@trustnxt/c2pa-ts/jumbf";
import { ManifestStore } from "@trustnxt/c2pa-ts/manifest";
import { Client } from "pg";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { isSignable } from "#activities/generation/sign-output.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createDeleteOrphanFiles } from "#activities/maintenance/maintain-files.ts";
import { findFfmpeg } from "#activities/previews/find-ffmpeg.ts";
import { openSigner } from "#activities/worker/open-signer.ts";
import { loadConfig } from "#config.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { beginJob, completeJob } from "#db/jobs/job-steps.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { createSignFile, type SignerSettings } from "#runtime/c2pa/create-sign-file.ts";
import { loadCredential } from "#runtime/c2pa/load-credential.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { planMark } from "#storage/provenance/plan-mark.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import {
  createCertificate,
  enlarge,
  fetchVerifier,
  findC2pa,
  readCodes,
  startTimestamps,
  type TestCertificate,
  verify,
} from "#test/support/accounts/signing.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { createMemoryLog } from "#test/support/log.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

const run = promisify(execFile);
const database = useDatabase();
const folder = useFolder("gme-signing-");
const provider = useResource(listenOnFreePort);
const disk = createDiskStorage(join(folder, "storage"));
const em = () => database.orm.em.fork();
const ffmpeg = findFfmpeg(undefined) ?? "ffmpeg";
const source = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";
const action = { action: "c2pa.created", digitalSourceType: source };
const manifest = {
  claim_generator_info: [{ name: "Generative Media Engine" }],
  assertions: [{ label: "c2pa.actions.v2", data: { actions: [action] } }],
};

/** A certificate of tests is on no trust list. */
const untrusted = "signingCredential.untrusted";
let library: string;
let verifier: string;
let certificate: TestCertificate;
let served: Buffer = Buffer.alloc(0);
let picture: Buffer = Buffer.alloc(0);

beforeAll(async () => {
  library = await findC2pa();
  const fetched = join(folder, "verifier");
  mkdirSync(fetched);
  verifier = await fetchVerifier(fetched);
  certificate = await createCertificate(folder);
  provider.server.on("request", (_request, response: ServerResponse) => response.end(served));
  const create = { width: 40, height: 30, channels: 3 as const, background: "teal" };
  picture = await sharp({ create }).png().toBuffer();
}, 300_000);

function signerWith(settings: Partial<SignerSettings> = {}) {
  return createSignFile({
    python: "/usr/bin/env",
    library,
    credential: loadCredential({ ...certificate, now: new Date() }),
    timestampUrl: null,
    timeoutMs: 60_000,
    memoryBytes: 1_073_741_824,
    ...settings,
  });
}

async function pythonPath(): Promise<string> {
  return (await run("sh", ["-c", "command -v python3"])).stdout.trim();
}

async function sign(path: string, contentType: string, settings: Partial<SignerSettings> = {}) {
  const target = `${path}.signed`;
  const signFile = signerWith({ python: await pythonPath(), ...settings });
  const request = { source: path, target, contentType, manifest };
  return { target, ...(await signFile(request, { signal: AbortSignal.timeout(60_000) })) };
}

async function planMarkOf(bytes: Buffer, contentType: string) {
  const read = async function* read(start: number, end: number) {
    yield bytes.subarray(start, end);
  };
  const digitalSourceType = "trainedAlgorithmicMedia";
  const facts = { digitalSourceType, creatorTool: "", aiSystem: "" } as const;
  return planMark({ size: bytes.byteLength, contentType, read }, facts);
}

async function decode(path: string): Promise<string> {
  return (await run(ffmpeg, ["-v", "error", "-i", path, "-f", "hash", "-"])).stdout;
}

async function validate(bytes: Buffer): Promise<{ isValid: boolean; codes: string[] }> {
  const file = new Uint8Array(bytes);
  const asset = PNG.canRead(file) ? new PNG(file) : new JPEG(file);
  const box = SuperBox.fromBuffer(new Uint8Array(asset.getManifestJUMBF() ?? []));
  const { isValid, statusEntries } = await ManifestStore.read(box).validate(asset);
  const faults = statusEntries.filter(({ success }) => !success);
  return { isValid, codes: faults.map(({ code }) => code) };
}

test.each<[name: string, contentType: string, options?: string[]]>([
  ["a.png", "image/png"],
  ["a.jpg", "image/jpeg"],
  ["a.webp", "image/webp"],
  ["a.mp4", "video/mp4"],
  ["index-first.mp4", "video/mp4", ["-movflags", "+faststart"]],
  ["fragmented.mp4", "video/mp4", ["-movflags", "frag_keyframe+empty_moov"]],
  ["a.mov", "video/quicktime"],
  ["a.m4a", "audio/mp4"],
  ["a.wav", "audio/wav"],
  ["a.mp3", "audio/mpeg"],
])(
  "%s is signed: a verifier without the signer's code finds it valid and one altered byte, the media stay the same, and it is not signed again",
  async (name, contentType, options = []) => {
    const path = join(folder, name);
    const isSound = contentType.startsWith("audio");
    const input = isSound ? "sine=duration=1" : "testsrc=size=64x48:rate=5:duration=1";
    const frames = contentType.startsWith("image") ? ["-frames:v", "1"] : [];
    await run(ffmpeg, [
      "-v",
      "error",
      "-y",
      "-f",
      "lavfi",
      "-i",
      input,
      ...frames,
      ...options,
      path,
    ]);

    const { target } = await sign(path, contentType);

    expect(await verify(verifier, target, contentType)).toEqual({
      validation_state: "Valid",
      hard_binding: "match",
      failures: [untrusted],
    });
    const matches = expect.stringMatching(/^assertion\.(data|bmff)Hash\.match$/) as string;
    expect(await readCodes(library, target, contentType)).toContainEqual(matches);
    const signed = readFileSync(target);
    expect(signed.includes(source)).toBe(true);
    expect(await planMarkOf(signed, contentType)).toEqual({ found: "c2pa" });
    const media = `${target}.${name}`;
    writeFileSync(media, signed);
    expect(await decode(media)).toBe(await decode(path));
    const box = signed.lastIndexOf("mdat");
    // In RIFF files the credentials come last, so the media are in front of them.
    const last = signed.toString("latin1", 0, 4) === "RIFF" ? 60 : signed.byteLength - 40;
    const changed = box === -1 ? last : box + 8;
    signed.writeUInt8(signed.readUInt8(changed) ^ 1, changed);
    writeFileSync(media, signed);
    expect(await verify(verifier, media, contentType)).toMatchObject({
      validation_state: "Invalid",
      hard_binding: "mismatch",
    });
  },
);

test.each(["png", "jpeg"] as const)(
  "a second verifier in another language finds a signed %s valid, and one altered byte",
  async (format) => {
    const path = join(folder, `independent.${format}`);
    writeFileSync(path, await sharp(picture).toFormat(format).toBuffer());
    const { target } = await sign(path, `image/${format}`);
    const signed = readFileSync(target);
    expect(await validate(signed)).toEqual({ isValid: true, codes: [] });

    const at = signed.byteLength - 20;
    signed.writeUInt8(signed.readUInt8(at) ^ 1, at);
    expect(await validate(signed)).toMatchObject({
      isValid: false,
      codes: ["assertion.dataHash.mismatch"],
    });
  },
);

test("a video of 100 MB is signed within 256 MiB of address space", async () => {
  const path = join(folder, "large.mp4");
  const input = "testsrc=size=64x48:rate=5:duration=1";
  await run(ffmpeg, ["-v", "error", "-y", "-f", "lavfi", "-i", input, path]);
  await enlarge(path, 100_000_000);

  const { target } = await sign(path, "video/mp4", { memoryBytes: 268_435_456 });

  expect(await verify(verifier, target, "video/mp4")).toMatchObject({ validation_state: "Valid" });
});

test("videos are signed to 1 GiB, and files that the library holds in memory to 256 MiB", () => {
  const digitalSourceType = "trainedAlgorithmicMedia";
  const facts = { digitalSourceType, creatorTool: "", aiSystem: "" } as const;
  for (const [contentType, bytes] of [
    ["video/mp4", 1_073_741_824],
    ["audio/wav", 268_435_456],
  ] as const) {
    expect(isSignable({ contentType, bytes }, facts)).toBe(true);
    expect(isSignable({ contentType, bytes: bytes + 1 }, facts)).toBe(false);
  }
});

test("a time-stamp service that is down costs the time stamp and not the signature", async () => {
  const path = join(folder, "stamped.png");
  writeFileSync(path, picture);
  const { target, isTimestamped } = await sign(path, "image/png", {
    timestampUrl: "http://127.0.0.1:9/",
  });

  expect(isTimestamped).toBe(false);
  expect(await validate(readFileSync(target))).toEqual({ isValid: true, codes: [] });
});

test("a time-stamp service of RFC 3161 stamps the signature, and the stamp is found valid", async () => {
  const service = await startTimestamps(folder);
  try {
    const path = join(folder, "timed.png");
    writeFileSync(path, picture);
    const { target, isTimestamped } = await sign(path, "image/png", { timestampUrl: service.url });

    expect(isTimestamped).toBe(true);
    expect(service.stamped()).toBe(1);
    expect(await readCodes(library, target, "image/png")).toContain("timeStamp.validated");
    // The other verifier, c2pa-ts, expects the whole response of the service, and refuses every file with a time stamp.
    expect(await verify(verifier, target, "image/png")).toEqual({
      validation_state: "Valid",
      hard_binding: "match",
      failures: [untrusted],
    });
  } finally {
    await service.close();
  }
});

test("the key is in no argument and no environment of the signing process", async () => {
  const spy = join(folder, "spy.sh");
  writeFileSync(spy, `#!/bin/sh\n{ echo "$@"; env; } > ${join(folder, "spied")}\n`);
  chmodSync(spy, 0o755);
  await expect(sign(join(folder, "none.png"), "image/png", { python: spy })).rejects.toThrow(
    "JSON",
  );

  const spied = readFileSync(join(folder, "spied"), "utf8");
  expect(spied).toContain("sign.py");
  expect(spied).not.toContain("PRIVATE KEY");
});

/** Runs the step that stores an output, with a signer. */
async function storeWith(settings: Partial<SignerSettings>, bytes = picture) {
  served = bytes;
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  await beginJob(em(), jobId);
  const result = { files: [{ source: { url: provider.url }, contentType: "image/png" }] };
  await em().nativeUpdate(ProviderSubmission, { jobId }, { state: "succeeded", result });
  const work = join(folder, "work");
  mkdirSync(work, { recursive: true });
  const signFile = signerWith({ python: await pythonPath(), ...settings });
  const store = stepsOf(
    { jobId, step: "main", generation: 1 },
    {
      database,
      folder,
      storage: disk,
      marksOutputs: true,
      signer: { signFile, folder: work, expiresAt: new Date() },
      adapters: {
        studio: {
          checkHealth: async () => undefined,
          submit: async () => Promise.reject(new Error("nothing is submitted here")),
        },
      },
      providerSettings: { STUDIO_URL: provider.url },
    },
  )(createStoreOutput);
  return { jobId, store };
}

async function keysOf(jobId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of disk.list()) if (key.startsWith(`jobs/${jobId}/`)) keys.push(key);
  return keys;
}

/** Ends the job, and deletes the files without a row as two days later. */
async function sweepOrphans(jobId: string): Promise<void> {
  await completeJob(em(), { jobId, step: "main", generation: 1 });
  const aged = new Date(Date.now() - 2 * 86_400_000);
  await em().nativeUpdate(Job, jobId, { finishedAt: aged });
  for await (const { key } of disk.list()) await utimes(join(folder, "storage", key), aged, aged);
  const sweep = createDeleteOrphanFiles({
    orm: database.orm,
    storage: disk,
    logger: createMemoryLog().log,
  } as ActivityDependencies);
  expect(await sweep({ after: null })).toMatchObject({ next: null });
}

async function readOutput(jobId: string) {
  const [output, ...others] = await listOutputs(em(), [jobId]);
  if (output === undefined || others.length > 0) throw new Error("expected one output");
  const pieces: Uint8Array[] = [];
  for await (const piece of disk.read(output.storageKey) as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
  }
  return { output, bytes: Buffer.concat(pieces) };
}

/** `SIGNING_REPETITIONS=100` runs more. */
const repetitions = Number(process.env["SIGNING_REPETITIONS"] ?? 3);

test("an output is signed and marked; repetitions leave one row and, after the sweep, one file whose hash is true", async () => {
  const { jobId, store } = await storeWith({});
  await Promise.allSettled(Array.from({ length: repetitions }, store));
  await store();
  await sweepOrphans(jobId);

  const { output, bytes } = await readOutput(jobId);
  expect(output.provenance).toEqual({
    state: "marked",
    mark: "c2pa",
    digitalSourceType: "algorithmicMedia",
  });
  expect(await keysOf(jobId)).toEqual([output.storageKey]);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(output.sha256);
  expect(output.storageKey.endsWith(`-${output.sha256.slice(0, 16)}`)).toBe(true);
  expect(await validate(bytes)).toEqual({ isValid: true, codes: [] });
  expect((await sharp(bytes).metadata()).xmp?.toString()).toContain("algorithmicMedia");
});

test("a worker that is killed between file and row leaves one row and, after the sweep, one signed file", async () => {
  const { jobId, store } = await storeWith({});
  // A connection without the time limits of the engine, under which a transaction must not be idle for long.
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  // Holds back the row of the output, and lets it be read.
  await holder.query("begin; lock table outputs in share row exclusive mode");
  const child = spawn(process.execPath, ["test/support/jobs/store-process.ts"], {
    stdio: "inherit",
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      FOLDER: folder,
      REF: JSON.stringify({ jobId, step: "main", generation: 1 }),
      SETTINGS: JSON.stringify({ STUDIO_URL: provider.url }),
      CERTIFICATE: JSON.stringify({
        PROVENANCE_CERT: certificate.certificateFile,
        PROVENANCE_KEY: certificate.keyFile,
      }),
    },
  });
  const ended = once(child, "exit");
  const waiting = `from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.relation = 'outputs'::regclass and not l.granted`;
  await expect
    .poll(async () => em().execute(`select pid ${waiting}`), { timeout: 120_000 })
    .toHaveLength(1);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  // The server notices the end of its client only after the statement.
  await em().execute(`select pg_terminate_backend(pid) ${waiting}`);
  await holder.end();
  // The provider's file, and the signed one.
  expect(await keysOf(jobId)).toHaveLength(2);
  expect(await listOutputs(em(), [jobId])).toEqual([]);

  await store();
  await sweepOrphans(jobId);

  const { output, bytes } = await readOutput(jobId);
  expect(await keysOf(jobId)).toEqual([output.storageKey]);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(output.sha256);
  expect(await validate(bytes)).toEqual({ isValid: true, codes: [] });
});

test("a paid job does not fail for its signature: without memory, time or a library it is marked", async () => {
  const slow = join(folder, "slow.sh");
  writeFileSync(slow, "#!/bin/sh\nexec sleep 600\n");
  chmodSync(slow, 0o755);
  const crash = join(folder, "crash.sh");
  writeFileSync(crash, "#!/bin/sh\nkill -SEGV $$\n");
  chmodSync(crash, 0o755);
  for (const settings of [
    { memoryBytes: 33_554_432 },
    { python: slow, timeoutMs: 300 },
    { python: crash },
    { python: join(folder, "missing") },
    { library: join(folder, "missing") },
  ]) {
    const { jobId, store } = await storeWith(settings);
    await store();

    const { output, bytes } = await readOutput(jobId);
    expect(output.provenance).toMatchObject({ state: "marked", mark: "iptc" });
    expect((await sharp(bytes).metadata()).xmp?.toString()).toContain("algorithmicMedia");
  }
});

test("a file that its provider has signed is stored byte for byte, also with a certificate", async () => {
  const path = join(folder, "foreign.png");
  writeFileSync(path, picture);
  const signed = readFileSync((await sign(path, "image/png")).target);
  const { jobId, store } = await storeWith({}, signed);
  await store();

  const { output, bytes } = await readOutput(jobId);
  expect(output.provenance).toEqual({ state: "kept", mark: "c2pa" });
  expect(bytes).toEqual(signed);
});

test("a file that waits for the signature of another one is given up when its time ends", async () => {
  const slow = join(folder, "slower.sh");
  writeFileSync(slow, "#!/bin/sh\nexec sleep 600\n");
  chmodSync(slow, 0o755);
  const signFile = signerWith({ python: slow });
  const request = { source: slow, target: `${slow}.signed`, contentType: "image/png", manifest };
  const first = new AbortController();
  const signed = signFile(request, { signal: first.signal }).catch(() => "ended");
  await expect(signFile(request, { signal: AbortSignal.timeout(20) })).rejects.toThrow("timeout");

  first.abort();
  expect(await signed).toBe("ended");
});

test("a worker that cannot sign says why and goes on with marks", async () => {
  const expired = join(folder, "expired");
  mkdirSync(expired);
  const former = await createCertificate(expired, 0);
  for (const [variables, reason] of [
    [{}, "PROVENANCE_CERT and PROVENANCE_KEY are not set"],
    [
      { PROVENANCE_CERT: former.certificateFile, PROVENANCE_KEY: former.keyFile },
      "the certificate has expired",
    ],
    [
      { PROVENANCE_CERT: certificate.certificateFile, PROVENANCE_KEY: former.keyFile },
      "is not the key of the first certificate",
    ],
    [
      {
        PROVENANCE_CERT: certificate.certificateFile,
        PROVENANCE_KEY: certificate.keyFile,
        CACHE_DIR: expired,
      },
      "run npm run c2pa:fetch",
    ],
  ] as const) {
    const { log, lines } = createMemoryLog();
    const config = loadConfig({ PROVENANCE: "sign", DATA_DIR: folder, ...variables });
    expect(await openSigner(config, log)).toBeNull();
    expect(JSON.stringify(lines)).toContain(reason);
  }
  const valid = {
    PROVENANCE_CERT: certificate.certificateFile,
    PROVENANCE_KEY: certificate.keyFile,
  };
  const config = loadConfig({ PROVENANCE: "sign", DATA_DIR: folder, ...valid });
  expect(await openSigner(config, createMemoryLog().log)).not.toBeNull();
});
