import { defineSignInStart } from "./federated-sign-in.ts";

export const startGoogleSignIn = defineSignInStart("google", {
  path: "/v1/auth/google",
  operationId: "startGoogleSignIn",
});
