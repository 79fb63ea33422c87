import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The real server process with the real engines, called over a socket. */
export interface RunningStudio {
  readonly process: ChildProcess;
  readonly url: string;
}

export interface GenerationView {
  readonly id: string;
  readonly status: string;
  readonly stage: string;
  readonly seed: number;
  readonly outputs: readonly { path: string; sha256: string; bytes: number; width: number }[];
  readonly error: { code: string; message: string } | null;
}

const serverPath = fileURLToPath(new URL("server.ts", import.meta.url));

/** Starts a server on a free port. */
export async function startStudio(folder: string, environment = {}): Promise<RunningStudio> {
  const child = spawn(process.execPath, [serverPath], {
    env: {
      // oxlint-disable-next-line node/no-process-env -- ffmpeg may be on the path
      PATH: process.env["PATH"],
      // oxlint-disable-next-line node/no-process-env -- compiling the same modules takes half of a start
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      STUDIO_PORT: "0",
      STUDIO_DIR: folder,
      GME_PARENT_PIPE: "1",
      ...environment,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return { process: child, url };
}

/** Uploads an input. Returns its SHA-256, by which requests name it. */
export async function uploadInput(url: string, bytes: Uint8Array): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const body = new Uint8Array(bytes);
  const { status } = await fetch(`${url}/v1/inputs/${sha256}`, { method: "PUT", body });
  if (status !== 204) throw new Error(`studio refused an upload with ${status}`);
  return sha256;
}

export function isFinal({ status }: GenerationView): boolean {
  return ["succeeded", "failed", "canceled"].includes(status);
}

/** Sends a signal and returns the exit code. */
export async function stopStudio(
  { process: child }: RunningStudio,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const ended = once(child, "exit") as Promise<[number | null]>;
  child.kill(signal);
  return (await ended)[0];
}
