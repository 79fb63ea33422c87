import { z } from "zod";

import type { ErrorDialect, ProviderWords } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";

import type { Definition } from "./definition.ts";

/** Headers with a key, for a proxy in front of the server, come with the call. */
const row = { auth: null };

/** Reads no message: those of an own server name paths and classes, which callers must not read. */
const silent: ErrorDialect = { read: () => ({ words: [] }), rules: [] };

/** For uploads, polls, cancellations and health checks. */
export const questions = createClient(row, silent);

const refusalSchema = z.object({
  error: z.object({ type: z.string() }).nullish().catch(null),
  node_errors: z
    .record(
      z.string(),
      z.object({
        errors: z.array(
          z.object({
            type: z.string(),
            extra_info: z
              .object({ input_name: z.string().nullish().catch(null) })
              .nullish()
              .catch(null),
          }),
        ),
      }),
    )
    .nullish()
    .catch(null),
});

/** The caller's value is at fault, or the workflow does not fit the server: a missing node, model file or output. */
const atFault = { value: "value", workflow: "workflow" } as const;

/**
 * Client for the paid request. ComfyUI refuses with 400, or with 200 and `node_errors` when other outputs of the workflow can
 * run. The reason names the node and its input, and the parameter there, but no value: lists of allowed values are lists of
 * the server's files.
 */
export function promptClient(definition: Definition) {
  return createClient(row, {
    read: (body) => readRefusal(body, definition),
    rules: [
      { words: [atFault.value], code: "provider_rejected" },
      { words: [atFault.workflow], code: "model_not_available" },
      { status: [404, 405, 501], code: "model_not_available" },
    ],
  });
}

function readRefusal(body: unknown, { places }: Definition): ProviderWords {
  const { error, node_errors: nodes } = refusalSchema.safeParse(body).data ?? {};
  const problems = Object.entries(nodes ?? {}).flatMap(([node, { errors }]) =>
    errors.map(({ type, extra_info: extra }) => {
      const input = extra?.input_name ?? "";
      const [parameter] =
        Object.entries(places).find(([, listed]) =>
          listed.some((place) => place[0] === node && place[1] === input),
        ) ?? [];
      return { parameter, text: describe(node, input, parameter, type) };
    }),
  );
  if (problems.length > 0) {
    const isValue = problems.every(({ parameter }) => parameter !== undefined);
    return {
      words: [isValue ? atFault.value : atFault.workflow],
      reason: problems.map(({ text }) => text).join("; "),
    };
  }
  if (error == null) return { words: [] };
  return {
    words: [atFault.workflow],
    reason: `the server refuses the workflow: ${word(error.type)}`,
  };
}

function describe(
  node: string,
  input: string,
  parameter: string | undefined,
  type: string,
): string {
  const place = input === "" ? `node ${word(node)}` : `node ${word(node)}, input ${word(input)}`;
  return `${place}${parameter === undefined ? "" : ` (${parameter})`}: ${word(type)}`;
}

/** Ids and codes only: any other text of the server may name its files. */
function word(value: string): string {
  return /^[\w:. -]{1,80}$/.test(value) ? value : "?";
}
