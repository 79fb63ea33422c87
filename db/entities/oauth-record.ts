import { defineEntity, p } from "@mikro-orm/core";

/** Record of the authorization server: a request, a code, a token, a grant or a registered client. */
const OauthRecordSchema = defineEntity({
  name: "OauthRecord",
  tableName: "oauth_records",
  properties: {
    /** SHA-256 of kind and identifier, in base64url; the identifier of a code or a token is its value. */
    idHash: p.text().primary(),
    kind: p.text(),
    /** API key of the grant, whose permissions and limits apply. */
    keyId: p.text().nullable().index("oauth_records_key_index"),
    accountId: p.text().nullable().index("oauth_records_account_index"),
    /** SHA-256 of the code that a person enters for a device. */
    userCodeHash: p.text().nullable().unique(),
    /** Without the identifier. */
    payload: p.json<Record<string, unknown>>(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("oauth_records_expiry_index"),
    /** Only use of a code or a refresh token. */
    consumedAt: p.datetime().nullable(),
  },
});
export class OauthRecord extends OauthRecordSchema.class {}
OauthRecordSchema.setClass(OauthRecord);
