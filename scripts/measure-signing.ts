import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { manifestOf } from "#activities/generation/sign-output.ts";
import { findFfmpeg } from "#activities/previews/find-ffmpeg.ts";
import { signingLimits } from "#activities/worker/open-signer.ts";
import { createSignFile } from "#runtime/c2pa/create-sign-file.ts";
import { loadCredential } from "#runtime/c2pa/load-credential.ts";
import {
  createCertificate,
  enlarge,
  fetchVerifier,
  findC2pa,
  verify,
} from "#test/support/accounts/signing.ts";

/**
 * Measures signatures on Linux (`npm run c2pa:measure`) with the limits of a worker: time, and memory of the signing process, for a
 * small file 100 times and for the largest files that are signed. A verifier that shares no code with the library judges each.
 * Needs openssl, two minutes, 4 GB of disk and 3 GB of memory.
 */
const repetitions = 100;
const mebibyte = 1_048_576;
const film = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1"];
const sound = ["-f", "lavfi", "-i", "sine=duration=1"];
const cases = [
  { name: "small.png", contentType: "image/png", input: [...film, "-frames:v", "1"], repetitions },
  { name: "film.mp4", contentType: "video/mp4", input: film, mebibytes: 256 },
  { name: "long.mp4", contentType: "video/mp4", input: film, mebibytes: 1_024 },
  { name: "sound.wav", contentType: "audio/wav", input: sound, mebibytes: 256 },
] as const;

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "gme-measure-signing-"));
try {
  const library = await findC2pa();
  const verifier = await fetchVerifier(folder);
  const signer = await createMeasuredSigner(library);
  for (const one of cases) {
    const path = join(folder, one.name);
    await run(findFfmpeg(undefined) ?? "ffmpeg", ["-v", "error", ...one.input, path]);
    if ("mebibytes" in one) await enlarge(path, one.mebibytes * mebibyte);
    const times: number[] = [];
    const peaks: number[] = [];
    for (let count = 0; count < ("repetitions" in one ? one.repetitions : 1); count += 1) {
      const { seconds, peakMegabytes } = await signer(path, one.contentType);
      times.push(seconds);
      peaks.push(peakMegabytes);
    }
    const { hard_binding: verdict } = await verify(verifier, `${path}.signed`, one.contentType);
    const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)];
    process.stdout.write(
      `${one.name}: ${times.length} × ${median?.toFixed(1)} s (longest ${Math.max(...times).toFixed(1)} s), ` +
        `${Math.max(...peaks)} MB, ${verdict}\n`,
    );
    if (verdict !== "match") process.exitCode = 1;
    await rm(path);
    await rm(`${path}.signed`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Signs by a program between worker and library that writes the peak of the library's memory. */
async function createMeasuredSigner(library: string) {
  const find = "import sys; print(sys.executable)";
  const python = execFileSync("python3", ["-c", find], { encoding: "utf8" }).trim();
  const [program, peakFile] = [join(folder, "measured-python"), join(folder, "peak")];
  await writeFile(
    program,
    `#!${python}
import resource, subprocess, sys
ended = subprocess.run([sys.executable, *sys.argv[1:]]).returncode
open("${peakFile}", "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(1 if ended else 0)
`,
  );
  await chmod(program, 0o755);
  const credential = loadCredential({ ...(await createCertificate(folder)), now: new Date() });
  const settings = { python: program, library, credential, timestampUrl: null };
  const signFile = createSignFile({ ...settings, ...signingLimits });
  const manifest = manifestOf({
    digitalSourceType: "trainedAlgorithmicMedia",
    creatorTool: "Generative Media Engine",
    aiSystem: "measurement",
  });
  return async (source: string, contentType: string) => {
    const started = performance.now();
    const request = { source, target: `${source}.signed`, contentType, manifest };
    await signFile(request, { signal: AbortSignal.timeout(signingLimits.timeoutMs) });
    const seconds = (performance.now() - started) / 1_000;
    const peakMegabytes = Math.round((Number(await readFile(peakFile, "utf8")) * 1_024) / 1e6);
    return { seconds, peakMegabytes };
  };
}
