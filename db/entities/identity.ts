import { defineEntity, p } from "@mikro-orm/core";

import type { IdentityProvider } from "#domain/accounts/identity.ts";

/** An identity at an identity provider, linked to one account. */
const LinkedIdentitySchema = defineEntity({
  name: "LinkedIdentity",
  tableName: "identities",
  properties: {
    provider: p.text().$type<IdentityProvider>().primary(),
    subject: p.text().primary(),
    accountId: p.text().index("identities_account_index"),
    /** Email address reported at the last sign-in; shown to the person, never used for lookup. */
    email: p.text(),
    createdAt: p.datetime().defaultRaw("now()"),
    lastUsedAt: p.datetime().defaultRaw("now()"),
  },
});
export class LinkedIdentity extends LinkedIdentitySchema.class {}
LinkedIdentitySchema.setClass(LinkedIdentity);

/** A sign-in that was redirected to an identity provider and has not returned yet. */
const SignInAttemptSchema = defineEntity({
  name: "SignInAttempt",
  tableName: "sign_in_attempts",
  properties: {
    /** SHA-256 of the `state` that the provider returns. */
    stateHash: p.blob().primary(),
    /** SHA-256 of the secret in the browser's cookie. */
    browserHash: p.blob(),
    provider: p.text().$type<IdentityProvider>(),
    /** The PKCE verifier and the nonce, sealed by the vault. */
    secrets: p.blob(),
    frontendUrl: p.text(),
    expiresAt: p.datetime().index("sign_in_attempts_expiry_index"),
  },
});
export class SignInAttempt extends SignInAttemptSchema.class {}
SignInAttemptSchema.setClass(SignInAttempt);
