import { createHash } from "node:crypto";

import type { RequestDependencies } from "#api/dependencies.ts";
import { deferOutbox } from "#api/relay/defer-outbox.ts";
import { answerOnce, findAnswer, type IdempotentRequest } from "#db/idempotent-answers.ts";

import type { Route, RouteInput } from "./route.ts";

/**
 * Handles a request with an idempotency key. The handler runs in the transaction that also stores the
 * response. Returns the JSON of the response; headers set by the handler are stored with it. Throws
 * `idempotency_in_flight` and `idempotency_mismatch`.
 */
export async function answerIdempotently(
  route: Route,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
  handle: Route["handle"] = async (given, rest) => route.handle(given, rest),
): Promise<string> {
  const { deferred, tell } = deferOutbox(dependencies);
  const { answer, replayed } = await answerOnce(dependencies.em, identityOf(route, input), {
    vault: dependencies.vault,
    async work(em) {
      const headers: Record<string, string> = {};
      const setHeader = (name: string, value: string) => {
        headers[name] = value;
      };
      const body = await handle({ ...input, setHeader }, { ...deferred, em });
      const stored: StoredAnswer = { headers, json: JSON.stringify(body ?? null) };
      return JSON.stringify(stored);
    },
  });
  tell();
  return present(answer, replayed, input);
}

/**
 * Finds the stored response of a request, for a handler with long work to do before it opens the transaction.
 * Returns null when no response is stored. Throws `idempotency_mismatch`.
 */
export async function replayAnswer(
  route: Route,
  input: RouteInput<unknown, unknown, unknown>,
  { em, vault }: RequestDependencies,
): Promise<string | null> {
  const answer = await findAnswer(em, identityOf(route, input), { vault });
  return answer === null ? null : present(answer, true, input);
}

function present(
  answer: string,
  replayed: boolean,
  { setHeader }: Pick<RouteInput<unknown, unknown, unknown>, "setHeader">,
): string {
  const { headers, json } = JSON.parse(answer) as StoredAnswer;
  for (const [name, value] of Object.entries(headers)) setHeader(name, value);
  if (replayed) setHeader("Idempotent-Replayed", "true");
  return json;
}

interface StoredAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly json: string;
}

/**
 * Scopes keys to the organization, or to the account for routes outside an organization. The account is part
 * of the request's hash: a secret that is shown once is never replayed to another member.
 */
function identityOf(
  { access, method, path }: Route,
  { caller, idempotency }: RouteInput<unknown, unknown, unknown>,
): IdempotentRequest {
  if (idempotency === null) throw new Error("expected an idempotency key");
  return {
    scope: access === "session" ? caller.accountId : caller.organizationId,
    endpoint: `${method.toUpperCase()} ${path}`,
    key: idempotency.key,
    requestHash: createHash("sha256")
      .update(idempotency.requestHash)
      .update(caller.accountId)
      .digest(),
  };
}
