import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

import { listenOnFreePort } from "./listen-on-free-port.ts";

export interface OpenidPerson {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name?: string;
}

export interface TestGoogle {
  readonly settings: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuerUrl: string;
  };
  /** Subject → person; every person can sign in by subject. */
  readonly people: Map<string, OpenidPerson>;
  close(): Promise<void>;
}

const client = { clientId: "engine-at-google", clientSecret: "a secret of the client at google" };

/**
 * Starts a real OpenID provider that requires PKCE and includes the email address in the ID token, as Google
 * does.
 */
export async function startGoogle({ callbackUrl }: { callbackUrl: string }): Promise<TestGoogle> {
  const { server, url, close } = await listenOnFreePort();
  const people = new Map<string, OpenidPerson>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "test", alg: "RS256", use: "sig" };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [callbackUrl],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of tests"] },
    // Set explicitly, because the library prints a warning for defaults.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    jwks: { keys: [key] },
    findAccount(_context, subject) {
      const person = people.get(subject);
      if (person === undefined) return undefined;
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          email: person.email,
          email_verified: person.emailVerified,
          ...(person.name === undefined ? {} : { name: person.name }),
        }),
      };
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return { settings: { ...client, issuerUrl: url }, people, close };
}
