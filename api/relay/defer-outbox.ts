import type { RequestDependencies } from "#api/dependencies.ts";

/**
 * For work in a transaction that the caller commits: whoever is told of the outbox looks at its rows,
 * which are there only after the commit. `tell` after it.
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
