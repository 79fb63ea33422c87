import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { z } from "zod";

import type { SigningCredential } from "./load-credential.ts";

export interface SigningRequest {
  /** Path of the file, which stays as it is. */
  readonly source: string;
  /** Path of the signed file. */
  readonly target: string;
  readonly contentType: string;
  /** Manifest definition of C2PA. */
  readonly manifest: object;
}

/** Signs a file. Throws an `Error` when the process fails, and when it exceeds its time or its memory. */
export type SignFile = (
  request: SigningRequest,
  options: { readonly signal: AbortSignal },
) => Promise<{ readonly isTimestamped: boolean }>;

export interface SignerSettings {
  /** Path of Python 3.10 or newer. */
  readonly python: string;
  /** Folder of the unpacked wheel. */
  readonly library: string;
  readonly credential: SigningCredential;
  /** Time-stamp service (RFC 3161). */
  readonly timestampUrl: string | null;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

const script = fileURLToPath(new URL("sign.py", import.meta.url));
const errorCharactersMax = 500;
const resultSchema = z.object({ isTimestamped: z.boolean() });

/**
 * No thumbnail, no request to another machine, temporary files above 8 MiB. Hashes of videos are no trees
 * (`merkle_tree_chunk_size_in_kb`): a verifier without the library's code finds those invalid.
 */
const settings = {
  builder: { thumbnail: { enabled: false } },
  verify: { verify_after_sign: false, remote_manifest_fetch: false },
  core: { backing_store_memory_threshold_in_mb: 8 },
};

/** Creates the signer of one process, which signs one file at a time. An aborted request does not wait for those before it. */
export function createSignFile(signer: SignerSettings): SignFile {
  let queue: Promise<unknown> = Promise.resolve();
  return async (request, { signal }) => {
    const signed = queue.then(async () => {
      signal.throwIfAborted();
      return runSigner(signer, request, signal);
    });
    queue = signed.catch(() => undefined);
    return Promise.race([signed, rejectOnAbort(signal)]);
  };
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

async function runSigner(
  { python, library, credential, timestampUrl, timeoutMs, memoryBytes }: SignerSettings,
  request: SigningRequest,
  signal: AbortSignal,
): Promise<z.infer<typeof resultSchema>> {
  const { certificates, key, algorithm } = credential;
  const child = spawn(python, ["-I", script], {
    env: {},
    stdio: ["pipe", "pipe", "pipe"],
    signal,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killedBy) => resolve(String(code ?? killedBy)));
  });
  // The process may end before it has read its request.
  child.stdin.on("error", () => undefined);
  child.stdin.end(
    JSON.stringify({
      ...request,
      library,
      settings,
      certificates,
      key,
      algorithm,
      timestampUrl,
      memoryBytes,
    }),
  );
  const [end, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (end !== "0") {
    const reason = errors.trim().slice(-errorCharactersMax);
    throw new Error(`the signing process ended with ${end}: ${reason}`);
  }
  return resultSchema.parse(JSON.parse(output));
}
