import type { SigningSecrets } from "#api/dependencies.ts";

import { readCursor, writeCursor } from "./cursor.ts";

/**
 * Loads one page of a list. `load` receives a limit of one extra row, which shows whether another page
 * follows. Throws `parameters_invalid` for a cursor of another list.
 */
export async function loadPage<Row>({
  list,
  secrets,
  query: { limit, cursor },
  load,
  idOf,
}: {
  list: string;
  secrets: SigningSecrets;
  query: { limit: number; cursor?: string | undefined };
  load: (part: { limit: number; beforeId: string | undefined }) => Promise<Row[]>;
  idOf: (row: Row) => string;
}): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const beforeId = cursor === undefined ? undefined : readCursor(secrets, list, cursor);
  const found = await load({ limit: limit + 1, beforeId });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows,
    nextCursor: last === undefined ? null : writeCursor(secrets[0], list, idOf(last)),
  };
}
