import type { RequestDependencies } from "#api/dependencies.ts";

/**
 * Defers the outbox notification of a handler whose transaction the caller commits: the relay sees the rows
 * only after the commit. Call `tell` after the commit.
 */
export function deferOutbox(dependencies: RequestDependencies): {
  readonly deferred: RequestDependencies;
  readonly tell: () => void;
} {
  let isFilled = false;
  const onOutbox = () => {
    isFilled = true;
  };
  return {
    deferred: { ...dependencies, onOutbox },
    tell: () => {
      if (isFilled) dependencies.onOutbox();
    },
  };
}
