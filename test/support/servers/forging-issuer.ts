import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { CryptoKey } from "jose";

import { listenOnFreePort } from "./listen-on-free-port.ts";

export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that is not in the key set, under the published key's id. */
  readonly foreignKey?: boolean;
  /** Sends the token without a signature. */
  readonly unsigned?: boolean;
  readonly expiresInSeconds?: number;
}

export interface ForgingIssuer {
  readonly settings: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuerUrl: string;
  };
  /** Defines the forgery of the next ID tokens. Their other claims are valid. */
  forge(forgery: Forgery): void;
  close(): Promise<void>;
}

const client = {
  clientId: "engine-at-forger",
  clientSecret: "a secret of the client at the forger",
};
const keyId = "published";

/** Starts an OpenID provider that accepts every code and responds with the ID token that a test requests. */
export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const { server, url, close } = await listenOnFreePort();
  const published = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  const keySet = {
    keys: [{ ...(await exportJWK(published.publicKey)), kid: keyId, alg: "RS256" }],
  };
  let forgery: Forgery = {};

  async function answer(path: string): Promise<unknown> {
    switch (path) {
      case "/.well-known/openid-configuration":
        return {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        };
      case "/jwks":
        return keySet;
      default:
        return {
          access_token: "opaque",
          token_type: "Bearer",
          id_token: await idToken(url, forgery, forgery.foreignKey ? foreign : published),
        };
    }
  }

  server.on("request", (request, response) => {
    void (async () => {
      const body = await answer(new URL(request.url ?? "/", url).pathname);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    })();
  });

  return {
    settings: { ...client, issuerUrl: url },
    forge(next) {
      forgery = next;
    },
    close,
  };
}

async function idToken(
  issuer: string,
  { claims = {}, unsigned = false, expiresInSeconds = 300 }: Forgery,
  { privateKey }: { privateKey: CryptoKey },
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const payload = {
    iss: issuer,
    aud: client.clientId,
    iat: now,
    exp: now + expiresInSeconds,
    ...claims,
  };
  if (unsigned) {
    const [header, body] = [{ alg: "none" }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    return `${header ?? ""}.${body ?? ""}.`;
  }
  return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: keyId }).sign(privateKey);
}
