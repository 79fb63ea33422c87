import { defineRoute } from "#api/http/route.ts";
import { acceptInvitationPage } from "#api/pages/mail-pages.ts";

export const getAcceptInvitationPage = defineRoute({
  method: "get",
  path: "/accept-invitation",
  operationId: "getAcceptInvitationPage",
  summary: "Show where an invitation is accepted",
  description:
    "The link of a mail leads here while no front end is set (`FRONTEND_URLS`). Opening it uses nothing up.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A form that signs in and accepts the invitation." } },
  errors: [],
  async handle() {
    return acceptInvitationPage;
  },
});
