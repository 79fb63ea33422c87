import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Logger } from "pino";

import type { OutputSigner } from "#activities/dependencies.ts";
import { manifestOf } from "#activities/generation/sign-output.ts";
import type { Config } from "#config.ts";
import { createSignFile } from "#runtime/c2pa/create-sign-file.ts";
import { c2paFolderOf } from "#runtime/c2pa/library.ts";
import { loadCredential } from "#runtime/c2pa/load-credential.ts";

import { openWorkFolder } from "./work-folder.ts";

/** Limits of one signature. */
export const signingLimits = { timeoutMs: 120_000, memoryBytes: 1_073_741_824 } as const;
const warningDays = 30;
const dayMs = 86_400_000;

/** A PNG of one pixel, which is signed once at the start. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/**
 * Opens the signer of `PROVENANCE=sign` and tries it. Returns null, and logs why, when it cannot sign: outputs then get marks without a
 * signature, because jobs must not wait for a certificate.
 */
export async function openSigner(config: Config, logger: Logger): Promise<OutputSigner | null> {
  if (config.PROVENANCE !== "sign") return null;
  try {
    const signer = await createSigner(config);
    const { expiresAt } = signer;
    const daysLeft = Math.floor((expiresAt.getTime() - Date.now()) / dayMs);
    logger[daysLeft < warningDays ? "warn" : "info"](
      { expiresAt, daysLeft },
      "outputs are signed with Content Credentials",
    );
    return signer;
  } catch (error) {
    logger.error(
      { error },
      "outputs are not signed, only marked; docs/provenance.md says what signing needs",
    );
    return null;
  }
}

/** Creates the signer and signs a test image. Throws an `Error` that says what is missing. */
export async function createSigner(config: Config): Promise<OutputSigner> {
  const { PROVENANCE_CERT: certificateFile, PROVENANCE_KEY: keyFile } = config;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new Error("PROVENANCE_CERT and PROVENANCE_KEY are not set");
  }
  const credential = loadCredential({ certificateFile, keyFile, now: new Date() });
  const library = c2paFolderOf(config.CACHE_DIR);
  await stat(join(library, "c2pa")).catch(() => {
    throw new Error(`the library is not in ${library}: run npm run c2pa:fetch`);
  });
  const folder = join(config.DATA_DIR, "signing");
  await openWorkFolder(folder);
  const signFile = createSignFile({
    python: findPython(),
    library,
    credential,
    timestampUrl: config.PROVENANCE_TSA_URL ?? null,
    ...signingLimits,
  });
  const signer = { signFile, folder, expiresAt: credential.expiresAt };
  await signPixel(signer);
  return signer;
}

/** Returns the absolute path, because the signing process has no environment. */
function findPython(): string {
  const { status, stdout } = spawnSync("sh", ["-c", "command -v python3"], { encoding: "utf8" });
  if (status !== 0) throw new Error("python3 is not installed");
  return stdout.trim();
}

async function signPixel({ signFile, folder }: OutputSigner): Promise<void> {
  const work = await mkdtemp(join(folder, "start-"));
  try {
    const [source, target] = [join(work, "pixel.png"), join(work, "signed.png")];
    await writeFile(source, pixel);
    const manifest = manifestOf({
      digitalSourceType: "algorithmicMedia",
      creatorTool: "Generative Media Engine",
      aiSystem: "test image",
    });
    const request = { source, target, contentType: "image/png", manifest };
    await signFile(request, { signal: AbortSignal.timeout(signingLimits.timeoutMs) });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
