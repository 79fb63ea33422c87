/** Exit code of an interrupted process, as shells report it. */
export const interruptedCode = 130;

/**
 * Aborts at the first Ctrl-C, SIGTERM or closed terminal. The second signal ends this process at once; the
 * guard then ends the parts.
 */
export function createStopSignal(onFirst: () => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(interruptedCode);
      onFirst();
      controller.abort(new Error("Interrupted."));
    });
  }
  return controller.signal;
}
