/**
 * Resolves when the process is asked to stop: SIGTERM, SIGINT, or, under `npm start`, a closed standard input
 * after the parent has ended, so that no process is left running alone. A second signal ends the process at
 * once.
 */
export async function stopSignal({ parentPipe }: { parentPipe: boolean }): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isSignaled = false;
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (isSignaled) process.exit(1);
      isSignaled = true;
      resolve(name);
    });
  }
  if (parentPipe) {
    process.stdin.resume();
    // Watching standard input must not keep the process alive.
    process.stdin.unref();
    process.stdin.once("end", () => resolve("the parent has ended"));
    process.stdin.once("error", () => resolve("the parent has ended"));
  }
  return promise;
}

/**
 * Runs a process file: a failed start writes one sentence to standard error and exits with code 1. A process
 * that is still running `exitMs` after `main` has returned is ended.
 */
export async function runProcess(
  main: () => Promise<void>,
  { exitMs = 5_000 } = {},
): Promise<void> {
  try {
    await main();
    setTimeout(() => process.exit(0), exitMs).unref();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
