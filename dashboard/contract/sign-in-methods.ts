/** Response of `GET /app/sign-in-methods`. */
export interface SignInMethods {
  readonly password: boolean;
  readonly registration: boolean;
  readonly google: boolean;
  readonly github: boolean;
  /** True on a server that sells plans or credits. */
  readonly sells: boolean;
}

/** Ways to sign in that the server is configured for. Null when they cannot be read. */
export async function findSignInMethods(): Promise<SignInMethods | null> {
  const response = await fetch("/app/sign-in-methods", {
    headers: { accept: "application/json" },
  }).catch(() => null);
  return response?.ok === true ? ((await response.json()) as SignInMethods) : null;
}
