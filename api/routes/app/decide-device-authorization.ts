import { z } from "zod";

import { requireOwnPage } from "#api/auth/own-page.ts";
import { defineRoute } from "#api/http/route.ts";
import { decideDevice, toDecision } from "#api/oauth/decide-request.ts";
import { requireOauth } from "#api/oauth/require-request.ts";
import { decisionSchema, userCodeParams } from "#api/schemas/access-request.ts";

export const decideDeviceAuthorization = defineRoute({
  method: "post",
  path: "/app/device-authorizations/{userCode}",
  operationId: "decideDeviceAuthorization",
  summary: "Allow or refuse a device's request for access",
  description: "Creates an API key with the granted permissions, which the program receives once.",
  tags: ["Programs"],
  access: { permission: "keys:manage", session: true },
  hidesPath: true,
  params: userCodeParams,
  body: decisionSchema,
  status: 204,
  response: z.undefined(),
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
    const deciding = { em, settings, oauth: requireOauth(oauth) };
    await decideDevice(params.userCode, toDecision(body), { caller, request }, deciding);
    return undefined;
  },
});
