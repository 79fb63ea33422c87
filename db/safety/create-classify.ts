import { createHash } from "node:crypto";

import type { MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { ModeratedInput, ModerationService } from "#domain/safety/moderation.ts";

import { findModerationResults, saveModerationResults } from "./moderation-results.ts";

/** Texts of one request to the service. */
const textsPerRequest = 32;
/** Classifications kept in memory, so that a repeated prompt costs no statement. */
const rememberedMax = 5_000;

/** Flagged categories of each input, in their order. Throws `moderation_unavailable`. */
export type Classify = (
  inputs: readonly ModeratedInput[],
) => Promise<readonly (readonly string[])[]>;

/**
 * Classifies inputs with a moderation service, each at most once: results are remembered, kept in the database, and
 * shared by requests of the same time. Waits at most `timeoutMs` for a response.
 */
export function createClassify(
  orm: Pick<MikroORM, "em">,
  { moderate, name, timeoutMs, restMs }: ModerationService,
): Classify {
  const known = new Map<string, Promise<readonly string[]>>();
  let restsUntilMs = 0;

  async function call(inputs: readonly ModeratedInput[]): Promise<readonly (readonly string[])[]> {
    if (performance.now() < restsUntilMs) throw new AppError("moderation_unavailable");
    try {
      return await moderate(inputs, { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      restsUntilMs = performance.now() + restMs;
      throw error;
    }
  }

  async function look(
    parts: readonly { readonly hash: Buffer; readonly input: ModeratedInput }[],
  ): Promise<readonly (readonly string[])[]> {
    const found = await findModerationResults(
      orm.em.fork(),
      parts.map(({ hash }) => hash),
    );
    const categories = new Map(found);
    const unknown = parts.filter(({ hash }) => !found.has(hash.toString("hex")));
    for (const group of groupsOf(unknown)) {
      const results = await call(group.map(({ input }) => input));
      const rows = group.map(({ hash }, index) => ({
        inputHash: hash,
        categories: results[index] ?? [],
      }));
      for (const row of rows) categories.set(row.inputHash.toString("hex"), row.categories);
      await saveModerationResults(orm.em.fork(), rows);
    }
    return parts.map(({ hash }) => categories.get(hash.toString("hex")) ?? []);
  }

  return async (inputs) => {
    const parts = inputs.map((input) => ({ hash: hashOf(name, input), input }));
    const first = new Map(parts.map((part) => [part.hash.toString("hex"), part]));
    const fresh = [...first].filter(([key]) => !known.has(key));
    if (fresh.length > 0) {
      const looking = look(fresh.map(([, part]) => part));
      for (const [index, [key]] of fresh.entries()) {
        const result = looking.then((results) => results[index] ?? []);
        known.set(key, result);
        result.catch(() => known.delete(key));
      }
    }
    const results = parts.map(async ({ hash }) => known.get(hash.toString("hex")) ?? []);
    const categories = await Promise.all(results);
    for (const key of known.keys()) {
      if (known.size <= rememberedMax) break;
      known.delete(key);
    }
    return categories;
  };
}

function hashOf(name: string, input: ModeratedInput): Buffer {
  const content = input.kind === "text" ? input.text : input.dataUrl;
  return createHash("sha256").update(`${name}\0${input.kind}\0`).update(content).digest();
}

/** Texts together, images alone. */
function groupsOf<Part extends { readonly input: ModeratedInput }>(
  parts: readonly Part[],
): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const joins =
      part.input.kind === "text" &&
      last?.[0]?.input.kind === "text" &&
      last.length < textsPerRequest;
    if (joins) last.push(part);
    else groups.push([part]);
  }
  return groups;
}
