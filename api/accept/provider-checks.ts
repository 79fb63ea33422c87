import type { Logger } from "pino";
import { z } from "zod";

import { providers } from "#catalog/index.ts";
import type { Issue } from "#domain/errors.ts";
import { mapRequest } from "#domain/requests/map-request.ts";
import type { Candidate, RouteQuestion } from "#domain/routing/routing.ts";

/** A request with the model that was chosen for it. */
export interface ChosenRequest {
  readonly candidate: Candidate;
  readonly question: RouteQuestion;
}

/** Lists for each request the problems that its provider finds without generating; empty when it cannot say. */
export type ProviderChecks = (
  requests: readonly ChosenRequest[],
) => Promise<readonly (readonly Issue[])[]>;

/** Requests in one call, as many as a provider with `checks` takes. */
const checkedMax = 40;
/** Acceptance waits no longer for a provider, which checks again when it receives the request. */
const timeoutMs = 1_000;
/** Time for which a provider that did not respond is not asked. */
const restMs = 10_000;

const responseSchema = z.object({
  data: z.array(
    z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })).max(100) }),
  ),
});

/**
 * Asks providers that can check a request for free (`checks` in their rows) whether they would refuse it, so that the
 * caller learns of it from the response and not from a failed job. A provider that does not respond refuses nothing.
 */
export function createProviderChecks(
  settings: Readonly<Record<string, string>>,
  log: Logger,
): ProviderChecks {
  const restsUntilMs = new Map<string, number>();

  return async (requests) => {
    const issues: Issue[][] = requests.map(() => []);
    for (const { slug, setting, baseUrl, checks } of providers) {
      const base = baseUrl ?? settings[setting];
      if (checks === undefined || base === undefined) continue;
      const url = base.replace(/\/+$/, "") + checks;
      const indexes = [...requests.keys()].filter((index) => isAskable(slug, requests[index]));
      for (let first = 0; first < indexes.length; first += checkedMax) {
        if (performance.now() < (restsUntilMs.get(slug) ?? 0)) break;
        const part = indexes.slice(first, first + checkedMax);
        try {
          const found = await ask(
            url,
            part.map((index) => toBody(requests[index]!)),
          );
          for (const [place, index] of part.entries()) issues[index] = found[place] ?? [];
        } catch (error) {
          restsUntilMs.set(slug, performance.now() + restMs);
          log.info({ error, provider: slug }, "a provider did not check requests");
        }
      }
    }
    return issues;
  };
}

function isAskable(slug: string, request: ChosenRequest | undefined): boolean {
  return request?.candidate.provider === slug && request.candidate.pricing.parameters !== undefined;
}

/** Builds the body that the adapter will send, but for the inputs' files. */
function toBody({ candidate, question }: ChosenRequest): Readonly<Record<string, unknown>> {
  const { capability, prompt, inputs, parameters: wanted } = question;
  const { prompt: text, ...parameters } = mapRequest(candidate.pricing.parameters ?? {}, {
    capability,
    parameters: wanted,
    priced: candidate.pricing,
    explicit: {},
    inputs,
    ...(prompt === undefined ? {} : { prompt }),
  }).values;
  return {
    model: candidate.modelId,
    capability,
    prompt: text,
    parameters,
    inputs: inputs.map(({ kind }) => ({ kind })),
  };
}

async function ask(url: string, requests: readonly unknown[]): Promise<Issue[][]> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requests }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`expected 200, received ${response.status}`);
  }
  const { data } = responseSchema.parse(await response.json());
  return data.map(({ issues }) => issues.map(toIssue));
}

/** Converts `parameters.voice.name` to `/parameters/voice/name`. */
function toIssue({ path, message }: { readonly path: string; readonly message: string }): Issue {
  const pointer = path === "" ? "" : `/${path.replaceAll(".", "/")}`;
  return { pointer, code: "not_supported", message: toSentence(message) };
}

function toSentence(message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}
