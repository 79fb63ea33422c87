import { type FilterObject, raw } from "@mikro-orm/core";

import type { Job } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";

/** Terms of one search; further ones are ignored. */
const wordsMax = 20;

/**
 * Converts a search to a query for jobs whose title or prompt has, for each of its terms, one that begins with it.
 * Null when the text has no term. PostgreSQL divides the text, as it does with the prompts.
 */
export async function toWordQuery(em: EntityManager, text: string): Promise<string | null> {
  const words = await em.execute<{ lexeme: string }[]>(
    `select lexeme from unnest(to_tsvector('simple', ?)) limit ${wordsMax}`,
    [text],
  );
  if (words.length === 0) return null;
  return words.map(({ lexeme }) => `'${lexeme.replaceAll(/['\\]/g, "$&$&")}':*`).join(" & ");
}

/**
 * Finds ended jobs by the index of their terms, which the trigger `jobs_words` writes, and looks through the open jobs,
 * which are few.
 */
export function hasWords(organizationId: string, words: string): FilterObject<Job> {
  const query = toQueryOf(organizationId, words);
  const condition = raw(
    (job) =>
      `(${job}.words @@ ?::tsquery or ${job}.finished_at is null and
        words_of_job(${job}.organization_id, ${job}.title, ${job}.request, ${job}.intent) @@ ?::tsquery)`,
    [query, query],
  );
  return { [condition]: [] };
}

/** Limits a query of `toWordQuery` to the jobs of an organization. */
export function toQueryOf(organizationId: string, words: string): string {
  return `'@${organizationId}' & ${words}`;
}
