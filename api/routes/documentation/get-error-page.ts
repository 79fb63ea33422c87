import { defineRoute } from "#api/http/route.ts";
import { errorPage } from "#api/pages/pages.ts";

export const getErrorPage = defineRoute({
  method: "get",
  path: "/errors",
  operationId: "getErrorPage",
  summary: "Explain the error codes",
  description: "The address that a problem's `type` leads to: every code with its cause and cure.",
  tags: ["Documentation"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A table of the error codes." } },
  errors: [],
  async handle() {
    return errorPage;
  },
});
