import { defineRoute } from "#api/http/route.ts";
import { findAuthorization } from "#api/oauth/requests.ts";
import { requireRequest } from "#api/oauth/require-request.ts";
import { presentAccessRequest } from "#api/present/access-request.ts";
import { accessRequestSchema, requestParams } from "#api/schemas/access-request.ts";

export const getAuthorization = defineRoute({
  method: "get",
  path: "/app/authorizations/{requestId}",
  operationId: "getAuthorization",
  summary: "Get a program's request for access",
  description:
    "Request that this browser has started at `/oauth/authorize`, until a person has decided about it.",
  tags: ["Programs"],
  access: { permission: "keys:manage", session: true },
  params: requestParams,
  status: 200,
  response: accessRequestSchema,
  errors: ["authorization_request_invalid"],
  async handle({ params, caller, request }, { em, settings, oauth }) {
    const { provider } = requireRequest(oauth, params.requestId, request, settings);
    const found = await findAuthorization(provider, params.requestId, settings.publicUrl);
    return presentAccessRequest(em, found.request, caller);
  },
});
