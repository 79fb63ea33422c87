import { defineRoute } from "#api/http/route.ts";
import { resetPasswordPage } from "#api/pages/email-pages.ts";

export const getResetPasswordPage = defineRoute({
  method: "get",
  path: "/reset-password",
  operationId: "getResetPasswordPage",
  summary: "Show the password reset page",
  description:
    "The link in the email opens this page when no front end is configured (`FRONTEND_URLS`). Opening " +
    "the page does not use the token.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A form for a new password." } },
  errors: [],
  async handle() {
    return resetPasswordPage;
  },
});
