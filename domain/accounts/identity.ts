/** External identity providers. */
export const identityProviders = ["google", "github"] as const;
export type IdentityProvider = (typeof identityProviders)[number];

export const identityProviderTitles = {
  google: "Google",
  github: "GitHub",
} as const satisfies Record<IdentityProvider, string>;

/** A person as described by an identity provider. */
export interface Identity {
  readonly provider: IdentityProvider;
  /** The provider's stable identifier of the person, never reused. */
  readonly subject: string;
  /** Normalized. The provider has verified that the person reads this mailbox. */
  readonly email: string;
  readonly displayName: string | null;
}

/** The account that already has the identity's email address. */
export interface AccountOfAddress {
  readonly accountId: string;
  readonly emailVerified: boolean;
}

export type IdentityDecision =
  /** Both the account and the identity have verified the email address, so they belong to one person. */
  | { readonly act: "link"; readonly accountId: string }
  /** No account has the email address. */
  | { readonly act: "create" }
  /**
   * The account never verified its email address. Its creator may be waiting for the mailbox's owner with a
   * password, session or key, so nothing of that account is handed over. It loses the email address, and the
   * owner gets a new account.
   */
  | { readonly act: "displace"; readonly accountId: string };

/** Decides how an identity that signs in for the first time gets its account. */
export function decideIdentity(holder: AccountOfAddress | null): IdentityDecision {
  if (holder === null) return { act: "create" };
  return { act: holder.emailVerified ? "link" : "displace", accountId: holder.accountId };
}
