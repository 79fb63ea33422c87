import type Provider from "oidc-provider";

import type { CredentialChanges } from "#api/streams/credential-changes.ts";
import type { Caller } from "#db/caller.ts";

import { createTokenLookup } from "./find-caller.ts";
import { createProvider, type OauthDependencies } from "./provider.ts";
import { mcpResourceOf } from "./resources.ts";

/** Authorization server of the engine, and its tokens. */
export interface Oauth {
  readonly provider: Provider;
  /** Finds the caller of an access token for /mcp. Throws `token_invalid`. */
  readonly findByMcpToken: (token: string) => Promise<Caller>;
}

/** Creates the authorization server. It keeps no state, so every process can serve every request. */
export function createOauth(
  dependencies: OauthDependencies & {
    readonly credentialChanges: Pick<CredentialChanges, "subscribe">;
  },
): Oauth {
  const { orm, settings, credentialChanges } = dependencies;
  const resource = mcpResourceOf(settings.publicUrl);
  return {
    provider: createProvider(dependencies),
    findByMcpToken: createTokenLookup(orm, resource, credentialChanges),
  };
}
