import type { EstimateRequest } from "@gme/client";
import { queryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";

/** Response of `GET /app/sign-in-methods`. */
export interface SignInMethods {
  readonly password: boolean;
  readonly registration: boolean;
  readonly google: boolean;
  readonly github: boolean;
}

/** Ways to sign in that the server is configured for. */
export function readSignInMethods() {
  return queryOptions({
    queryKey: ["signInMethods"],
    queryFn: async ({ signal }): Promise<SignInMethods> => {
      const response = await fetch("/app/sign-in-methods", {
        signal,
        headers: { accept: "application/json" },
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return (await response.json()) as SignInMethods;
    },
    retry: false,
  });
}

/** Estimate of a request, given as JSON. */
export function estimateRequest(body: string | null) {
  return queryOptions({
    queryKey: ["createEstimate", body],
    queryFn: async ({ signal }) =>
      engine.request(
        "createEstimate",
        { body: JSON.parse(body ?? "{}") as EstimateRequest },
        { signal },
      ),
    retry: false,
  });
}
