import type { RequestDependencies } from "#api/dependencies.ts";
import { deferOutbox } from "#api/relay/defer-outbox.ts";
import { inOneSnapshot } from "#db/one-snapshot.ts";
import { AppError } from "#domain/errors.ts";

import { etagOf, matchesEtag } from "./etag.ts";
import type { Route, RouteInput } from "./route.ts";

/**
 * Updates a resource only if `If-Match` names its current ETag (RFC 9110, section 13.1.1). Reads and writes
 * in one snapshot, so that of two concurrent updates with the same ETag one is refused. Throws
 * `precondition_failed`, and what reading the resource throws.
 */
export async function answerIfMatch(
  route: Route,
  ifMatch: string,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<unknown> {
  const { deferred, tell } = deferOutbox(dependencies);
  const answer = await inOneSnapshot(dependencies.em, async (em) => {
    const before = await route.current?.(input, { ...deferred, em });
    if (!matchesEtag(ifMatch, etagOf(JSON.stringify(before), route.counted))) {
      throw new AppError("precondition_failed");
    }
    // Forks the entity manager, so that the handler does not reuse the entities loaded for the comparison.
    return route.handle(input, { ...deferred, em: em.fork({ keepTransactionContext: true }) });
  });
  tell();
  return answer;
}
