import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { z } from "zod";

import { displayNameSchema, emailSchema } from "#api/schemas/sign-in.ts";
import type { IdentityProviderSettings } from "#config.ts";
import { AppError } from "#domain/errors.ts";

import {
  answeredUrl,
  callbackUrl,
  type IdentityClient,
  providerTimeoutSeconds,
  toSignInError,
} from "./identity-client.ts";
import { keptFresh } from "./kept-fresh.ts";
import { fetchFromProvider } from "./provider-fetch.ts";

const metadataMs = 3_600_000;

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: emailSchema,
  email_verified: z.literal(true),
  // Drops a name that would not be accepted from the person either.
  name: displayNameSchema.nullish().catch(null),
});

/** OpenID Connect with discovery, the code flow with PKCE, and verified signatures of ID tokens. */
export function createGoogleClient(
  { clientId, clientSecret, issuerUrl }: NonNullable<IdentityProviderSettings["google"]>,
  publicUrl: string,
): IdentityClient {
  const provider = "google";
  const findConfiguration = keptFresh(
    async () =>
      discovery(new URL(issuerUrl), clientId, undefined, ClientSecretPost(clientSecret), {
        [customFetch]: fetchFromProvider,
        timeout: providerTimeoutSeconds,
        execute: [
          enableNonRepudiationChecks,
          ...(issuerUrl.startsWith("http:") ? [allowInsecureRequests] : []),
        ],
      }),
    { maxAgeMs: metadataMs },
  );

  async function loadConfiguration() {
    try {
      return await findConfiguration();
    } catch (error) {
      // Invalid metadata counts as an outage: sign-in is impossible until an operator fixes the settings.
      throw new AppError("identity_provider_unavailable", { cause: error });
    }
  }

  return {
    async addressFor({ state, nonce, codeVerifier }) {
      return buildAuthorizationUrl(await loadConfiguration(), {
        redirect_uri: callbackUrl(publicUrl, provider),
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
    },
    async identify(answer, { state, nonce, codeVerifier }) {
      const configuration = await loadConfiguration();
      const tokens = await authorizationCodeGrant(
        configuration,
        answeredUrl(publicUrl, provider, answer),
        { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce },
      ).catch((error: unknown) => {
        throw toSignInError(error);
      });
      const claims = claimsSchema.safeParse(tokens.claims());
      if (!claims.success) throw new AppError("identity_email_unverified");
      const { sub, email, name } = claims.data;
      return { provider, subject: sub, email, displayName: name ?? null };
    },
  };
}
