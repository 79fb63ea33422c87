import { z } from "zod";

import { requireOwnPage } from "#api/auth/own-page.ts";
import { defineRoute } from "#api/http/route.ts";
import { decideAuthorization as decide, toDecision } from "#api/oauth/decide-request.ts";
import { requireRequest } from "#api/oauth/require-request.ts";
import { decisionSchema, requestParams } from "#api/schemas/access-request.ts";

export const decideAuthorization = defineRoute({
  method: "post",
  path: "/app/authorizations/{requestId}",
  operationId: "decideAuthorization",
  summary: "Allow or refuse a program's request for access",
  description:
    "Creates an API key with the granted permissions, whose value is discarded: the program gets tokens for it. " +
    "Revoking the key ends the access. The page must be of this server, and its browser that of the request.",
  tags: ["Programs"],
  access: { permission: "keys:manage", session: true },
  params: requestParams,
  body: decisionSchema,
  status: 200,
  response: z
    .object({ location: z.url().meta({ description: "URL at which the browser continues." }) })
    .meta({ id: "DecidedRequest" }),
  errors: [
    "authorization_request_invalid",
    "api_key_limit_reached",
    "host_refused",
    "origin_refused",
  ],
  examples: {
    body: { allow: { decision: "allow", permissions: ["jobs:read"] }, deny: { decision: "deny" } },
  },
  async handle({ params, body, caller, request }, { em, settings, oauth }) {
    requireOwnPage(request, settings);
    const found = requireRequest(oauth, params.requestId, request, settings);
    const acting = { caller, request };
    const deciding = { em, settings, oauth: found };
    return { location: await decide(params.requestId, toDecision(body), acting, deciding) };
  },
});
