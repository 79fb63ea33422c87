import { defineRoute } from "#api/http/route.ts";
import { verifyEmailPage } from "#api/pages/mail-pages.ts";

export const getVerifyEmailPage = defineRoute({
  method: "get",
  path: "/verify-email",
  operationId: "getVerifyEmailPage",
  summary: "Show where an address is verified",
  description:
    "The link of a mail leads here while no front end is set (`FRONTEND_URLS`). Opening it uses nothing up.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A page with a button that verifies the address." } },
  errors: [],
  async handle() {
    return verifyEmailPage;
  },
});
