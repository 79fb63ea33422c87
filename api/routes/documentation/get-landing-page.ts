import { defineRoute } from "#api/http/route.ts";
import { landingPage } from "#api/pages/pages.ts";

export const getLandingPage = defineRoute({
  method: "get",
  path: "/",
  operationId: "getLandingPage",
  summary: "Show the landing page",
  tags: ["Documentation"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A page with links to the documentation." } },
  errors: [],
  async handle(_input, { settings }) {
    return landingPage(settings.publicUrl);
  },
});
