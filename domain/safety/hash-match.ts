/** Category of a file that a list of known illegal content names. */
export const hashMatchCategory = "hash_match";

/**
 * Asks which of these SHA-256 hashes a list of known illegal content names. Throws `moderation_unavailable` when the service gives no
 * valid response in time.
 */
export type MatchHashes = (
  hashes: readonly string[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly string[]>;
