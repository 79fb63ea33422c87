import { createHash, randomBytes } from "node:crypto";

import { Client } from "pg";

import { localAccountId } from "./local-owner-id.ts";

/** Time in which a link must be opened. */
const linkMinutes = 10;

/**
 * Creates a link that signs the local owner in once, within ten minutes, and returns its token. Only a process
 * with access to the database creates links; the API has no endpoint for it. Uses the driver alone, so that
 * the launcher need not load the entities. Throws when the database has no local owner.
 */
export async function createSignInLink(databaseUrl: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const client = new Client({
    connectionString: databaseUrl,
    application_name: "gme-sign-in-link",
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `insert into sign_in_links (hash, account_id, expires_at)
       select $1, id, clock_timestamp() + make_interval(mins => $3) from accounts where id = $2`,
      [createHash("sha256").update(token).digest(), localAccountId, linkMinutes],
    );
    if (rowCount !== 1) throw new Error("The database has no local owner; `npm start` creates it.");
  } finally {
    await client.end();
  }
  return token;
}
