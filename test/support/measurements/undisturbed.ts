import { isDeepStrictEqual } from "node:util";

const attemptsMax = 5;

/**
 * Runs the body of a test whose statement has a premise that a loaded machine can break: the store of rate
 * limits responds in time, the clock hour does not change. A failure counts only when the premise held
 * throughout; otherwise the body runs again, at most five times. The body creates its own data.
 *
 * `observePremise` waits until the premise holds and returns a value that changes whenever it is broken.
 */
export async function runUndisturbed(
  observePremise: () => Promise<unknown>,
  body: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await observePremise();
    try {
      await body();
      return;
    } catch (error) {
      const after = await observePremise();
      if (isDeepStrictEqual(before, after)) throw error;
      if (attempt < attemptsMax) continue;
      throw new Error(`the premise was broken in each of ${attemptsMax} attempts`, {
        cause: error,
      });
    }
  }
}
