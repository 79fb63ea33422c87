import type { ReadinessCheck } from "#api/dependencies.ts";

export interface Readiness {
  readonly status: "ready" | "degraded" | "unready";
  readonly checks: { name: string; status: "ok" | "failed"; optional: boolean }[];
}

const checkTimeoutMs = 2_000;

/** Checks every part concurrently. When a required part fails, this process should receive no requests. */
export async function checkReadiness(checks: readonly ReadinessCheck[]): Promise<Readiness> {
  const results = await Promise.all(
    checks.map(async ({ name, optional, check }) => ({
      name,
      status: (await passes(check)) ? ("ok" as const) : ("failed" as const),
      optional,
    })),
  );
  const failed = results.filter((result) => result.status === "failed");
  const status =
    failed.length === 0 ? "ready" : failed.every((part) => part.optional) ? "degraded" : "unready";
  return { status, checks: results };
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), checkTimeoutMs);
  const outcome = check().then(
    () => true,
    // A probe reports only the failed part; the users of that part log the cause.
    () => false,
  );
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
