import { defineSignInCallback } from "./federated-sign-in.ts";

export const finishGithubSignIn = defineSignInCallback("github", {
  path: "/v1/auth/github/callback",
  operationId: "finishGithubSignIn",
});
