import * as fc from "fast-check";

import { adapters } from "#activities/providers/index.ts";
import { providers } from "#catalog/index.ts";

import { callTo } from "./call-to.ts";
import { soundOf, videoOf } from "./input-of.ts";
import { fileMark, problemsByType, type TypedValue } from "./official-types.ts";
import { validRequest } from "./random-request.ts";
import { receivedForm, receivedJson } from "./received-body.ts";
import type { Received, SimulatorAnswer } from "./simulator.ts";
import { startBySlug } from "./start-by-slug.ts";

/** Types of an official client that describe the wire. */
export interface TypedClient {
  readonly imports: readonly string[];
  /** Types of request and response by path; null where the client states none. */
  readonly types: readonly (readonly [
    path: RegExp,
    request: string | null,
    response: string | null,
  ])[];
}

/** The same requests in each run. */
const sample = { numRuns: 8, seed: 14 };

/**
 * Sends random valid requests of a provider or service to its simulator, and returns what the types forbid in the requests
 * and the responses. Throws when the types describe none of them.
 */
export async function problemsOfService(
  slug: string,
  { imports, types }: TypedClient,
): Promise<string[]> {
  const exchanges = await collect(slug);
  const values = await Promise.all(
    exchanges.map(async ({ request, answer }): Promise<TypedValue[]> => {
      const { pathname } = request.url;
      const [, sent, returned] = types.find(([path]) => path.test(pathname)) ?? [];
      const about = `${request.method} ${pathname.replace(/[0-9a-f-]{36}$/, "{id}")}`;
      return [
        ...(typeof sent === "string" ? [{ about, type: sent, value: await bodyOf(request) }] : []),
        ...(typeof returned === "string" && answer.json !== undefined
          ? [{ about: `${about} (response)`, type: returned, value: withoutNulls(answer.json) }]
          : []),
      ];
    }),
  );

  const checked = values.flat();
  if (checked.length === 0) throw new Error(`no request of ${slug} has a type`);
  return [...new Set(await problemsByType(imports, checked))];
}

/** Sends random valid requests to every model, polls each once, and returns what went over the wire. */
async function collect(
  slug: string,
): Promise<readonly { readonly request: Received; readonly answer: SimulatorAnswer }[]> {
  const simulator = await startBySlug(slug);
  try {
    const adapter = adapters[slug];
    const models = providers
      .flatMap((provider) => provider.models.map((model) => ({ provider, model })))
      .filter(({ provider, model }) => (model.service ?? provider.slug) === slug)
      .map(({ model }) => model)
      .filter(({ lifecycle: { status } }) => status !== "retired" && status !== "disabled");
    let sent = 0;
    for (const model of models) {
      for (const capability of model.capabilities) {
        for (const request of fc.sample(validRequest(model, capability, {}), sample)) {
          sent += 1;
          const call = callTo(simulator, { idempotencyKey: `job_${sent}:generate:1` });
          const inputs = request.inputs.map((input) => measured[input.kind] ?? input);
          const before = simulator.submissions();
          try {
            const result = await adapter?.submit({ ...request, inputs }, call);
            if (result?.state === "accepted") await adapter?.poll?.(result.handle, call);
          } catch (error) {
            // An adapter may refuse a request before it is sent; a provider must not.
            if (simulator.submissions() > before) throw error;
          }
        }
      }
    }
    return simulator.exchanges();
  } finally {
    await simulator.close();
  }
}

/** Vendors send null for fields that their types call optional. */
function withoutNulls(json: unknown): unknown {
  return JSON.parse(
    JSON.stringify(json, (_name, value: unknown) => (value === null ? undefined : value)),
  );
}

const measured: Readonly<Record<string, ReturnType<typeof videoOf> | undefined>> = {
  video: videoOf(1),
  audio: soundOf(1),
};

async function bodyOf(request: Received): Promise<unknown> {
  if (!(request.headers["content-type"] ?? "").startsWith("multipart/"))
    return receivedJson(request);
  const form = await receivedForm(request);
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = form
        .getAll(name)
        .map((value) => (typeof value === "string" ? fromText(value) : fileMark));
      return [name.replace("[]", ""), name.endsWith("[]") ? values : values[0]];
    }),
  );
}

/** Forms have only texts. */
function fromText(text: string): unknown {
  return /^(?:-?\d+(?:\.\d+)?(?:e-?\d+)?|true|false)$/.test(text) ? JSON.parse(text) : text;
}
