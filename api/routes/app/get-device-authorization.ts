import { defineRoute } from "#api/http/route.ts";
import { findDevice } from "#api/oauth/requests.ts";
import { requireOauth } from "#api/oauth/require-request.ts";
import { presentAccessRequest } from "#api/present/access-request.ts";
import { accessRequestSchema, userCodeParams } from "#api/schemas/access-request.ts";

export const getDeviceAuthorization = defineRoute({
  method: "get",
  path: "/app/device-authorizations/{userCode}",
  operationId: "getDeviceAuthorization",
  summary: "Get a device's request for access",
  description: "Request that a program has started at `/oauth/device`, by the code that it shows.",
  tags: ["Programs"],
  access: { permission: "keys:manage", session: true },
  hidesPath: true,
  params: userCodeParams,
  status: 200,
  response: accessRequestSchema,
  errors: ["authorization_request_invalid"],
  async handle({ params: { userCode }, caller }, { em, settings, oauth }) {
    const { provider } = requireOauth(oauth);
    const request = await findDevice(em, provider, { userCode, publicUrl: settings.publicUrl });
    return presentAccessRequest(em, request, caller);
  },
});
