import { z } from "zod";

import {
  type FederatedAnswer,
  isDashboard,
  mayReceiveSession,
  toFailure,
} from "#api/auth/federation.ts";
import { reasonOf } from "#api/auth/identity-client.ts";
import { keepSession } from "#api/auth/session-cookie.ts";
import { countTryOfAddress } from "#api/auth/sign-in-limits.ts";
import { startSession } from "#api/auth/start-session.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute, type RawAnswer, type Route, type RouteInput } from "#api/http/route.ts";
import { presentTokens } from "#api/present/tokens.ts";
import { enterByIdentity } from "#db/accounts/identities.ts";
import { type IdentityProvider, identityProviderTitles } from "#domain/accounts/identity.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";

/** Error codes that the front end can receive in the fragment instead of tokens. */
const errorsInFragment = [
  "sign_in_denied",
  "identity_email_unverified",
  "identity_unverifiable",
  "identity_provider_unavailable",
  "account_suspended",
  "registration_closed",
  "unavailable",
  "internal",
] as const satisfies readonly ErrorCode[];

/** Defines the endpoint that redirects a browser to an identity provider. */
export function defineSignInStart(
  provider: IdentityProvider,
  { path, operationId }: Pick<Route, "path" | "operationId">,
): Route {
  const title = identityProviderTitles[provider];
  return defineRoute({
    method: "get",
    path,
    operationId,
    summary: `Sign in with ${title}`,
    description:
      `Open this URL in the browser, not with fetch: it redirects to ${title} and from there to the front ` +
      "end. A cookie binds the attempt to the browser; the attempt works once and for ten minutes.",
    tags: ["Sign-in"],
    access: "public",
    query: z.object({
      state: z
        .string()
        .max(2_048)
        .optional()
        .meta({
          description:
            "Front-end URL that receives the tokens: exactly one of FRONTEND_URLS, by default the first; or " +
            "the public URL of this server, whose dashboard receives a session in a cookie.",
        }),
    }),
    status: 302,
    redirects: true,
    response: { media: {} },
    errors: [
      "frontend_address_refused",
      "sign_in_method_unconfigured",
      "sign_in_limited",
      "identity_provider_unavailable",
    ],
    async handle({ query, request }, { federation, settings, windows }) {
      const { frontendUrls, publicUrl } = settings;
      const frontendUrl = query.state ?? frontendUrls[0] ?? publicUrl;
      if (!mayReceiveSession(frontendUrl, settings)) {
        throw new AppError("frontend_address_refused");
      }
      await countTryOfAddress(windows, clientAddressOf(request.address));
      const { location, cookie } = await federation.start(provider, frontendUrl);
      return redirect(location, [cookie]);
    },
  });
}

/** Defines the endpoint that an identity provider redirects the browser back to. */
export function defineSignInCallback(
  provider: IdentityProvider,
  { path, operationId }: Pick<Route, "path" | "operationId">,
): Route {
  const title = identityProviderTitles[provider];
  return defineRoute({
    method: "get",
    path,
    operationId,
    summary: `Finish a sign-in with ${title}`,
    description:
      `${title} redirects here. The response redirects to the front-end URL, with the fields of Tokens in the ` +
      "fragment (`#accessToken=…&tokenType=Bearer&expiresIn=…&refreshToken=…&refreshExpiresIn=…`), or with " +
      `\`#error=<code>&errorDescription=…&requestId=…\`: ${errorsInFragment.map((code) => `\`${code}\``).join(", ")}. ` +
      "For the dashboard, the refresh token is in a cookie and the fragment is `#binding=…`. " +
      "When this browser has no open sign-in attempt, the response is a problem without a redirect.",
    tags: ["Sign-in"],
    access: "public",
    gate: provider,
    lenient: true,
    query: z.object({
      state: z
        .string()
        .optional()
        .meta({ description: "State that was sent to the identity provider." }),
      code: z.string().optional().meta({ description: "Single-use authorization code." }),
      error: z
        .string()
        .optional()
        .meta({ description: "OAuth error code, when the identity provider returned no code." }),
    }),
    status: 302,
    redirects: true,
    response: { media: {} },
    errors: ["sign_in_attempt_invalid", "sign_in_method_unconfigured"],
    async handle(input, dependencies) {
      const { federated, request } = input;
      const { frontendUrl } = federated;
      const { fragment, cookies } = await finish(input, dependencies).catch((error: unknown) => {
        const failure = toFailure(error);
        logFailure(dependencies.log, { provider, failure, requestId: request.id });
        const { code, message } = failure;
        const about = { error: code, errorDescription: message, requestId: request.id };
        return { fragment: about, cookies: [] };
      });
      const words = new URLSearchParams();
      for (const [name, value] of Object.entries(fragment)) words.set(name, String(value));
      // The dashboard's URL is the bare origin, which has an empty path.
      const url = isDashboard(frontendUrl, dependencies.settings) ? `${frontendUrl}/` : frontendUrl;
      return redirect(`${url}#${words.toString()}`, [federated.cookie, ...cookies]);
    },
  });
}

type Callback = Pick<RouteInput<unknown, unknown, unknown>, "request"> & {
  readonly federated: Pick<FederatedAnswer, "result" | "frontendUrl">;
};

async function finish(
  { federated: { result, frontendUrl }, request }: Callback,
  { em, accessTokens, vault, settings, onOutbox, now }: RequestDependencies,
): Promise<{ fragment: Record<string, unknown>; cookies: string[] }> {
  if (result instanceof AppError) throw result;
  const { registration, publicUrl } = settings;
  const isBound = isDashboard(frontendUrl, settings);
  const from = fromOf(request);
  const arrival = { identity: result, registration, from, vault, now: now() };
  const session = await em.transactional(async (tx) => {
    const accountId = await enterByIdentity(tx, arrival);
    return startSession(tx, { accountId, method: result.provider, isBound, request });
  });
  // An email may be due, which reports that the identity was linked to an existing account.
  onOutbox();
  const tokens = await presentTokens(session, accessTokens);
  if (!isBound) return { fragment: tokens, cookies: [] };
  return { fragment: { binding: session.binding }, cookies: [keepSession(tokens, publicUrl)] };
}

function logFailure(
  log: RequestDependencies["log"],
  about: { provider: IdentityProvider; failure: AppError; requestId: string },
): void {
  const { provider, failure, requestId } = about;
  const { code, cause } = failure;
  if (code === "internal") log.error({ error: cause, requestId }, "unexpected failure");
  else log.warn({ requestId, provider, code, reason: reasonOf(failure) }, "sign-in failed");
}

/** Prevents the referrer and the URL, which contains tokens, from being sent on or cached. */
function redirect(location: string, cookies: string[]): RawAnswer {
  return {
    status: 302,
    headers: {
      Location: location,
      "Set-Cookie": cookies,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
    body: "",
  };
}
