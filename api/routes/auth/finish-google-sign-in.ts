import { defineSignInCallback } from "./federated-sign-in.ts";

export const finishGoogleSignIn = defineSignInCallback("google", {
  path: "/v1/auth/google/callback",
  operationId: "finishGoogleSignIn",
});
