import { KoaPassport } from "koa-passport";
import { Strategy } from "passport-custom";

import type { ApiMiddleware } from "#api/context.ts";
import type { Caller } from "#db/api-keys.ts";
import { AppError } from "#domain/errors.ts";

/** Stateless: what a strategy finds is `state.caller` of this request and of no other. */
const options = { session: false, assignProperty: "caller" } as const;

/** One strategy for each credential of the specification (section 5). */
export function createStrategies({
  findByKey,
}: {
  findByKey: (value: string) => Promise<Caller>;
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
      done(refuseAuthorization(request.headers.authorization ?? ""));
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

function refuseAuthorization(header: string): AppError {
  const isBearer = /^Bearer +[A-Za-z0-9._~+/-]+=*$/i.test(header);
  return new AppError("credential_malformed", {
    message: isBearer
      ? "This engine has no sign-in and issues no tokens; send an API key in the header X-API-Key."
      : "The Authorization header must be `Bearer <token>`; an API key belongs into the header X-API-Key.",
  });
}
