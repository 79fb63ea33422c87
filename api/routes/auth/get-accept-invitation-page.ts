import { defineRoute } from "#api/http/route.ts";
import { acceptInvitationPage } from "#api/pages/email-pages.ts";

export const getAcceptInvitationPage = defineRoute({
  method: "get",
  path: "/accept-invitation",
  operationId: "getAcceptInvitationPage",
  summary: "Show the page that accepts an invitation",
  description:
    "The link in the email opens this page when no front end is configured (`FRONTEND_URLS`). Opening " +
    "the page does not use the token.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A form that signs in and accepts the invitation." } },
  errors: [],
  async handle() {
    return acceptInvitationPage;
  },
});
