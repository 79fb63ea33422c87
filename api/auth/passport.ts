import passport from "passport";
import { Strategy } from "passport-custom";

import type { ApiMiddleware } from "#api/context.ts";
import type { Caller } from "#db/caller.ts";
import { type IdentityProvider, identityProviders } from "#domain/accounts/identity.ts";
import { AppError } from "#domain/errors.ts";

import type { Federation } from "./federation.ts";

/**
 * Creates one strategy for each kind of credential and for each identity provider. `bearerKey` takes an API key as a
 * bearer token, as clients of other protocols send it; `bearerKeyOrToken` also takes an access token of OAuth.
 */
export function createStrategies({
  findByKey,
  findByToken,
  findByMcpToken,
  finishSignIn,
}: {
  findByKey: (value: string) => Promise<Caller>;
  findByToken: (token: string) => Promise<Caller>;
  /** Null when the server issues no tokens to programs. */
  findByMcpToken: ((token: string) => Promise<Caller>) | null;
  finishSignIn: Federation["finish"];
}): Record<
  "apiKey" | "bearer" | "bearerKey" | "bearerKeyOrToken" | IdentityProvider,
  ApiMiddleware
> {
  const authenticator = new passport.Authenticator();
  /** Keeps the result of a strategy in the state of this request only, without a session. */
  const authenticate =
    (strategy: string, property: "caller" | "federated"): ApiMiddleware =>
    async (context, next) => {
      const found = await new Promise((resolve, reject) => {
        const settle = (error: unknown, value: unknown) =>
          error == null ? resolve(value) : reject(error);
        authenticator.authenticate(strategy, { session: false }, settle)(context.req, context.res);
      });
      Object.assign(context.state, { [property]: found });
      return next();
    };
  authenticator.use(
    "api-key",
    new Strategy((request, done) => {
      void verify(findByKey(String(request.headers["x-api-key"])), done);
    }),
  );
  authenticator.use(
    "bearer",
    new Strategy((request, done) => {
      void verify(findByAuthorization(request.headers.authorization ?? "", findByToken), done);
    }),
  );
  authenticator.use(
    "bearer-key",
    new Strategy((request, done) => {
      void verify(findByKeyOf(request.headers.authorization ?? "", findByKey), done);
    }),
  );
  const findByKeyOrToken = async (value: string): Promise<Caller> =>
    findByMcpToken === null || value.startsWith("gme_") ? findByKey(value) : findByMcpToken(value);
  authenticator.use(
    "bearer-key-or-token",
    new Strategy((request, done) => {
      void verify(findByKeyOf(request.headers.authorization ?? "", findByKeyOrToken), done);
    }),
  );
  for (const provider of identityProviders) {
    authenticator.use(
      provider,
      new Strategy(({ url, headers }, done) => {
        const query = url.slice(`${url}?`.indexOf("?") + 1);
        void verify(finishSignIn(provider, { query, cookies: headers.cookie }), done);
      }),
    );
  }
  return {
    apiKey: authenticate("api-key", "caller"),
    bearer: authenticate("bearer", "caller"),
    bearerKey: authenticate("bearer-key", "caller"),
    bearerKeyOrToken: authenticate("bearer-key-or-token", "caller"),
    google: authenticate("google", "federated"),
    github: authenticate("github", "federated"),
  };
}

async function verify<Found>(
  found: Promise<Found>,
  done: (error: unknown, found?: Found) => void,
): Promise<void> {
  try {
    done(null, await found);
  } catch (error) {
    done(error);
  }
}

/** Refuses a header other than `Bearer <API key>` without a database lookup. */
async function findByKeyOf(
  header: string,
  findByKey: (value: string) => Promise<Caller>,
): Promise<Caller> {
  const [, key] = /^Bearer +(\S{1,200})$/i.exec(header) ?? [];
  if (key === undefined) {
    throw new AppError("credential_malformed", {
      message: "The Authorization header must be `Bearer <API key>`.",
    });
  }
  return findByKey(key);
}

/** Refuses a header other than `Bearer <JWT>` without a database lookup. */
async function findByAuthorization(
  header: string,
  findByToken: (token: string) => Promise<Caller>,
): Promise<Caller> {
  const [, token] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header) ?? [];
  if (token === undefined) {
    throw new AppError("credential_malformed", {
      message:
        "The Authorization header must be `Bearer <token>` with the accessToken of a session; send an API " +
        "key in the header X-API-Key.",
    });
  }
  return findByToken(token);
}
