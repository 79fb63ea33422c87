import { placeOfSignInAttempt } from "./accounts/sign-in-attempts.ts";
import { placeOfSigningKey } from "./accounts/signing-keys.ts";
import { placeOfEmail } from "./email/emails.ts";
import { placeOfAnswer } from "./idempotent-answers.ts";
import { placeOfProviderKey } from "./providers/provider-keys.ts";
import type { SealedPlace } from "./vault.ts";
import { placeOfWebhook } from "./webhooks/webhooks.ts";

/** A column of sealed bytes. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Expression of the row's key as text, by which turns are ordered. */
  readonly key: string;
  /** Place that the bytes are bound to, by the row's key. */
  readonly placeOf: (key: string) => SealedPlace;
}

/** All columns whose bytes the vault seals. A test compares them with the columns of the database. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: "organization_provider_keys",
    column: "sealed",
    key: "id",
    placeOf: placeOfProviderKey,
  },
  { table: "webhook_endpoints", column: "secret", key: "id", placeOf: placeOfWebhook },
  { table: "webhook_endpoints", column: "previous_secret", key: "id", placeOf: placeOfWebhook },
  { table: "signing_keys", column: "private_key", key: "id", placeOf: placeOfSigningKey },
  { table: "mails", column: "content", key: "id", placeOf: placeOfEmail },
  {
    table: "sign_in_attempts",
    column: "secrets",
    key: "encode(state_hash, 'hex')",
    placeOf: (key) => placeOfSignInAttempt(Buffer.from(key, "hex")),
  },
  {
    table: "idempotent_answers",
    column: "answer",
    key: "json_build_array(scope, endpoint, key)::text",
    placeOf(key) {
      const [scope = "", endpoint = "", name = ""] = JSON.parse(key) as string[];
      return placeOfAnswer({ scope, endpoint, key: name });
    },
  },
];
