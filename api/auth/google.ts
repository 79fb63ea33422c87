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
  // A name that we would not take from the person either is left out.
  name: displayNameSchema.nullish().catch(null),
});

/** OpenID Connect with discovery, the code flow with PKCE, and ID tokens that are checked by signature. */
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
      // A wrong answer here is as good as none: nobody can sign in until the operator sees to it.
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
