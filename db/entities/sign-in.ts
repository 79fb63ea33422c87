import { defineEntity, p } from "@mikro-orm/core";

import { identityProviders } from "#domain/accounts/identity.ts";

export const signInMethods = ["password", ...identityProviders] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Why a session ended before its time. */
export type SessionEndReason = "logout" | "ended" | "reuse" | "password" | "suspended" | "closed";

/** One sign-in on one device: a family of refresh tokens. Its id is `sid` of the access tokens. */
const SessionSchema = defineEntity({
  name: "Session",
  tableName: "sessions",
  indexes: [{ name: "sessions_account_index", properties: ["accountId", "id"] }],
  properties: {
    id: p.text().primary(),
    accountId: p.text(),
    /** The organization that its tokens speak for. */
    organizationId: p.text().index("sessions_organization_index"),
    method: p.text().$type<SignInMethod>(),
    address: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    lastUsedAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("sessions_expiry_index"),
    endedAt: p.datetime().nullable(),
    endReason: p.text().$type<SessionEndReason>().nullable(),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

/** A refresh token as a SHA-256. What was used stays until the session is gone, so that a second use is noticed. */
const RefreshTokenSchema = defineEntity({
  name: "RefreshToken",
  tableName: "refresh_tokens",
  properties: {
    hash: p.blob().primary(),
    sessionId: p.text().index("refresh_tokens_session_index"),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});
export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);

/** A key pair of access tokens; `id` is their `kid`. The private part is sealed by the vault. */
const SigningKeySchema = defineEntity({
  name: "SigningKey",
  tableName: "signing_keys",
  properties: {
    id: p.text().primary(),
    publicKey: p.json<Readonly<Record<string, string>>>(),
    privateKey: p.blob(),
    createdAt: p.datetime().defaultRaw("now()"),
    /** Published before it signs, so that whoever keeps the key set for a while has it in time. */
    signsFrom: p.datetime(),
  },
});
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);

/** Where somebody has signed in before: their limit is apart from that of strangers who guess. */
const KnownAddressSchema = defineEntity({
  name: "KnownAddress",
  tableName: "known_addresses",
  properties: {
    accountId: p.text().primary(),
    address: p.text().primary(),
    lastUsedAt: p.datetime().defaultRaw("now()"),
  },
});
export class KnownAddress extends KnownAddressSchema.class {}
KnownAddressSchema.setClass(KnownAddress);
