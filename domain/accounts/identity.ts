/** Who vouches for people beside ourselves. */
export const identityProviders = ["google", "github"] as const;
export type IdentityProvider = (typeof identityProviders)[number];

export const identityProviderTitles = {
  google: "Google",
  github: "GitHub",
} as const satisfies Record<IdentityProvider, string>;

/** A person as an identity provider knows them. */
export interface Identity {
  readonly provider: IdentityProvider;
  /** Names the person at the provider, and nobody else, ever. */
  readonly subject: string;
  /** Normalized. The provider has seen that the person reads this mailbox. */
  readonly email: string;
  readonly displayName: string | null;
}

/** The account that has the identity's address already. */
export interface AccountOfAddress {
  readonly accountId: string;
  readonly emailVerified: boolean;
}

export type IdentityDecision =
  /** It is their account: both sides have seen that they read the mailbox. */
  | { readonly act: "link"; readonly accountId: string }
  /** Nobody has the address. */
  | { readonly act: "create" }
  /**
   * Somebody took the address and never proved that it is theirs. Whoever did may wait for its owner
   * with a password, a session or a key, so nothing of that account is handed on: it loses the
   * address, and the owner starts afresh.
   */
  | { readonly act: "displace"; readonly accountId: string };

/** What becomes of an identity that signs in for the first time. */
export function decideIdentity(holder: AccountOfAddress | null): IdentityDecision {
  if (holder === null) return { act: "create" };
  return { act: holder.emailVerified ? "link" : "displace", accountId: holder.accountId };
}
