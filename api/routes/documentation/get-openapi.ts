import { defineRoute } from "#api/http/route.ts";

export const getOpenapi = defineRoute({
  method: "get",
  path: "/v1/openapi.json",
  operationId: "getOpenapi",
  summary: "Retrieve the OpenAPI document",
  description: "The OpenAPI 3.1 document of this API.",
  tags: ["Documentation"],
  access: "any",
  status: 200,
  response: { media: { "application/json": "OpenAPI 3.1." } },
  errors: [],
  async handle({ request }, { openapi }) {
    const json = openapi();
    return {
      status: 200,
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": "private, max-age=300",
        "Content-Length": String(Buffer.byteLength(json)),
      },
      body: request.method === "HEAD" ? null : json,
    };
  },
});
