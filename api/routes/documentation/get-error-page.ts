import { defineRoute } from "#api/http/route.ts";
import { errorPage } from "#api/pages/pages.ts";

export const getErrorPage = defineRoute({
  method: "get",
  path: "/errors",
  operationId: "getErrorPage",
  summary: "Show the error reference",
  description:
    "Target of the `type` URL of a problem: every error code with its cause and its remediation.",
  tags: ["Documentation"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A table of the error codes." } },
  errors: [],
  async handle() {
    return errorPage;
  },
});
