import { defineRoute } from "#api/http/route.ts";
import { resetPasswordPage } from "#api/pages/mail-pages.ts";

export const getResetPasswordPage = defineRoute({
  method: "get",
  path: "/reset-password",
  operationId: "getResetPasswordPage",
  summary: "Show where a new password is chosen",
  description:
    "The link of a mail leads here while no front end is set (`FRONTEND_URLS`). Opening it uses nothing up.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A form for a new password." } },
  errors: [],
  async handle() {
    return resetPasswordPage;
  },
});
