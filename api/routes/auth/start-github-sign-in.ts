import { defineSignInStart } from "./federated-sign-in.ts";

export const startGithubSignIn = defineSignInStart("github", {
  path: "/v1/auth/github",
  operationId: "startGithubSignIn",
});
