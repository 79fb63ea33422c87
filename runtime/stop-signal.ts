/**
 * Resolves when the process is asked to stop: SIGTERM, SIGINT, or, under `npm start`, when the
 * parent is gone and standard input closes, so that nothing is left running alone. A second signal
 * ends the process at once.
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
    // Watched, but no reason to stay alive.
    process.stdin.unref();
    process.stdin.once("end", () => resolve("the parent has ended"));
    process.stdin.once("error", () => resolve("the parent has ended"));
  }
  return promise;
}

/**
 * Runs a process file: a failure to start is one sentence on standard error and exit code 1. A
 * process that does not end within the time after it was done is ended.
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
