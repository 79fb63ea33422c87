import { defineEntity, p } from "@mikro-orm/core";

import { identityProviders } from "#domain/accounts/identity.ts";

export const signInMethods = ["password", ...identityProviders] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Method by which a session began: a sign-in method of the account, or a link that the launcher printed. */
export const sessionMethods = [...signInMethods, "link"] as const;
export type SessionMethod = (typeof sessionMethods)[number];

/** Reason for the end of a session before it expires. */
export type SessionEndReason = "logout" | "ended" | "reuse" | "password" | "suspended" | "closed";

/** One sign-in on one device: a family of refresh tokens. The id is the `sid` of its access tokens. */
const SessionSchema = defineEntity({
  name: "Session",
  tableName: "sessions",
  indexes: [{ name: "sessions_account_index", properties: ["accountId", "id"] }],
  properties: {
    id: p.text().primary(),
    accountId: p.text(),
    /** The organization that its tokens are valid for. */
    organizationId: p.text().index("sessions_organization_index"),
    method: p.text().$type<SessionMethod>(),
    address: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    lastUsedAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("sessions_expiry_index"),
    endedAt: p.datetime().nullable(),
    endReason: p.text().$type<SessionEndReason>().nullable(),
    /** SHA-256 of the half that a page keeps; null when the refresh token alone is enough. */
    bindingHash: p.blob().nullable(),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

/** SHA-256 of a refresh token. Used tokens are kept as long as the session, to detect reuse. */
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

/** Link that signs a person in once: SHA-256 of its token. */
const SignInLinkSchema = defineEntity({
  name: "SignInLink",
  tableName: "sign_in_links",
  properties: {
    hash: p.blob().primary(),
    accountId: p.text().index("sign_in_links_account_index"),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
  },
});
export class SignInLink extends SignInLinkSchema.class {}
SignInLinkSchema.setClass(SignInLink);

/** Key pair for access tokens; `id` is the `kid`. The private key is sealed by the vault. */
const SigningKeySchema = defineEntity({
  name: "SigningKey",
  tableName: "signing_keys",
  properties: {
    id: p.text().primary(),
    publicKey: p.json<Readonly<Record<string, string>>>(),
    privateKey: p.blob(),
    createdAt: p.datetime().defaultRaw("now()"),
    /** Start of signing; published earlier, so that clients with a cached key set have the key in time. */
    signsFrom: p.datetime(),
  },
});
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);

/**
 * IP address from which a person has signed in. Its attempts are limited separately from those of unknown
 * addresses.
 */
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
