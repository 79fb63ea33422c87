import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Identifies one process. A PID alone may belong to another process after a reboot or a wrap-around; PID and
 * start time together are unique.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal for the same process only. */
  readonly startedAt: string;
}

/** `undefined` when no such process lives (a zombie does not). */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (process.platform !== "linux") {
    const startedAt = runPs(["-o", "lstart=", "-p", String(pid)]).trim();
    return startedAt === "" ? undefined : { pid, startedAt };
  }
  const status = readStatus(pid);
  return status && { pid, startedAt: `${bootId()}/${status.startTicks}` };
}

export function ownIdentity(): ProcessIdentity {
  const identity = identifyProcess(process.pid);
  if (!identity) throw new Error("The system reports no start time of this process.");
  return identity;
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Arguments of a living process; empty when it has ended. */
export function commandLine(pid: number): readonly string[] {
  if (process.platform !== "linux")
    return runPs(["-o", "command=", "-p", String(pid)]).split(/\s+/);
  return readOrEmpty(`/proc/${pid}/cmdline`).split("\0");
}

/** True when the process was started with `name=value`. False on systems that do not expose it. */
export function hasEnvironment(pid: number, name: string, value: string): boolean {
  if (process.platform !== "linux") return false;
  return readOrEmpty(`/proc/${pid}/environ`).split("\0").includes(`${name}=${value}`);
}

/** Living members of a process group. */
export function listGroup(groupId: number): readonly number[] {
  if (process.platform !== "linux") {
    return runPs(["-axo", "pid=,pgid=,stat="])
      .split("\n")
      .flatMap((line) => {
        const [pid, group, state] = line.trim().split(/\s+/);
        return group === String(groupId) && !state?.startsWith("Z") ? [Number(pid)] : [];
      });
  }
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    return readStatus(Number(name))?.groupId === groupId ? [Number(name)] : [];
  });
}

/**
 * Ends the process group with leader `groupId`: sends the signal, waits, then sends SIGKILL. Every process of
 * the engine leads its own group, so this also ends its children.
 */
export async function stopGroup(
  groupId: number,
  { signal, graceMs }: { signal: NodeJS.Signals; graceMs: number },
): Promise<void> {
  signalGroup(groupId, signal);
  if (await isGroupGone(groupId, graceMs)) return;
  signalGroup(groupId, "SIGKILL");
  await isGroupGone(groupId, 5_000);
}

async function isGroupGone(groupId: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (listGroup(groupId).length > 0) {
    if (Date.now() >= deadline) return false;
    await delay(50);
  }
  return true;
}

function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function readStatus(pid: number): { groupId: number; startTicks: string } | undefined {
  const line = readOrEmpty(`/proc/${pid}/stat`);
  // The second field is the command in parentheses and may itself contain spaces and parentheses.
  const [state, , group, ...rest] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const startTicks = rest[16];
  if (!state || !startTicks || state === "Z" || state === "X") return undefined;
  return { groupId: Number(group), startTicks };
}

function bootId(): string {
  return readOrEmpty("/proc/sys/kernel/random/boot_id").trim();
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return "";
  }
}

function runPs(args: readonly string[]): string {
  try {
    return execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    // `ps` exits with 1 when it finds nothing.
    return "";
  }
}
