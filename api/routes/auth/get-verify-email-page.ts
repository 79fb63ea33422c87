import { defineRoute } from "#api/http/route.ts";
import { verifyEmailPage } from "#api/pages/email-pages.ts";

export const getVerifyEmailPage = defineRoute({
  method: "get",
  path: "/verify-email",
  operationId: "getVerifyEmailPage",
  summary: "Show the email verification page",
  description:
    "The link in the email opens this page when no front end is configured (`FRONTEND_URLS`). Opening " +
    "the page does not use the token.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A page with a button that verifies the email address." } },
  errors: [],
  async handle() {
    return verifyEmailPage;
  },
});
