import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
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
import { fetchFromProvider } from "./provider-fetch.ts";

type GithubSettings = NonNullable<IdentityProviderSettings["github"]>;

const userSchema = z.object({
  id: z.int().positive(),
  // Drops a name that would not be accepted from the person either.
  name: displayNameSchema.nullish().catch(null),
});

const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/**
 * OAuth 2.0 without OpenID: the code flow with PKCE, then the profile and the email addresses from the API.
 * GitHub Enterprise Server has the same API at other URLs.
 */
export function createGithubClient(settings: GithubSettings, publicUrl: string): IdentityClient {
  const provider = "github";
  const configuration = toConfiguration(settings);

  async function read<T>(path: string, accessToken: string, schema: z.ZodType<T>): Promise<T> {
    const response = await fetchProtectedResource(
      configuration,
      accessToken,
      new URL(`${settings.apiUrl}${path}`),
      "GET",
      null,
      new Headers({ Accept: "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28" }),
    );
    const body: unknown = response.ok ? await response.json().catch(() => null) : null;
    const answer = schema.safeParse(body);
    if (!answer.success) throw new AppError("identity_unverifiable", { cause: answer.error });
    return answer.data;
  }

  async function readProfile(answer: URLSearchParams, state: string, codeVerifier: string) {
    const { access_token: accessToken } = await authorizationCodeGrant(
      configuration,
      answeredUrl(publicUrl, provider, answer),
      { pkceCodeVerifier: codeVerifier, expectedState: state },
    );
    const user = await read("/user", accessToken, userSchema);
    return { user, emails: await read("/user/emails", accessToken, emailsSchema) };
  }

  return {
    async addressFor({ state, codeVerifier }) {
      return buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl(publicUrl, provider),
        scope: "read:user user:email",
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
    },
    async identify(answer, { state, codeVerifier }) {
      const { user, emails } = await readProfile(answer, state, codeVerifier).catch(
        (error: unknown) => {
          throw toSignInError(error);
        },
      );
      const primary = emails.find((entry) => entry.primary && entry.verified);
      const email = emailSchema.safeParse(primary?.email);
      if (!email.success) throw new AppError("identity_email_unverified");
      return {
        provider,
        // A login can be changed and reused by another person; the numeric ID cannot.
        subject: String(user.id),
        email: email.data,
        displayName: user.name ?? null,
      };
    },
  };
}

function toConfiguration({ url, clientId, clientSecret }: GithubSettings): Configuration {
  const issuer = `${url}/login/oauth`;
  const configuration = new Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/access_token`,
      code_challenge_methods_supported: ["S256"],
    },
    clientId,
    undefined,
    ClientSecretPost(clientSecret),
  );
  configuration.timeout = providerTimeoutSeconds;
  configuration[customFetch] = fetchFromProvider;
  if (url.startsWith("http:")) allowInsecureRequests(configuration);
  return configuration;
}
