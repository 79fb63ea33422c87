import { KoaPassport } from "koa-passport";
import { Strategy } from "passport-custom";

import type { ApiMiddleware } from "#api/context.ts";
import type { Caller } from "#db/caller.ts";
import { AppError } from "#domain/errors.ts";

/** Stateless: what a strategy finds is `state.caller` of this request and of no other. */
const options = { session: false, assignProperty: "caller" } as const;

/** One strategy for each credential of the specification (section 5). */
export function createStrategies({
  findByKey,
  findByToken,
}: {
  findByKey: (value: string) => Promise<Caller>;
  findByToken: (token: string) => Promise<Caller>;
}): {
  apiKey: ApiMiddleware;
  bearer: ApiMiddleware;
} {
  const passport = new KoaPassport();
  passport.use(
    "api-key",
    new Strategy((request, done) => {
      void verify(findByKey(String(request.headers["x-api-key"])), done);
    }),
  );
  passport.use(
    "bearer",
    new Strategy((request, done) => {
      void verify(findByAuthorization(request.headers.authorization ?? "", findByToken), done);
    }),
  );
  return {
    apiKey: passport.authenticate("api-key", options) as ApiMiddleware,
    bearer: passport.authenticate("bearer", options) as ApiMiddleware,
  };
}

async function verify(
  caller: Promise<Caller>,
  done: (error: unknown, caller?: Caller) => void,
): Promise<void> {
  try {
    done(null, await caller);
  } catch (error) {
    done(error);
  }
}

/** Anything but `Bearer <JWT>` is not worth a look into the database. */
async function findByAuthorization(
  header: string,
  findByToken: (token: string) => Promise<Caller>,
): Promise<Caller> {
  const [, token] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header) ?? [];
  if (token === undefined) {
    throw new AppError("credential_malformed", {
      message:
        "The Authorization header must be `Bearer <token>` with the accessToken of a sign-in; " +
        "an API key belongs into the header X-API-Key.",
    });
  }
  return findByToken(token);
}
