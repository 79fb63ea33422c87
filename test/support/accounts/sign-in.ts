import { randomUUID } from "node:crypto";

import { routes } from "#api/routes/index.ts";
import type { TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";

export interface SignIn {
  /**
   * Sends POST /v1/auth/<path> and checks the response against the contract. Uses a new client IP address
   * unless one is given.
   */
  send(path: string, body: object, address?: string): Promise<Response>;
  tokens(person: { email: string; password: string }): Promise<{
    accessToken: string;
    refreshToken: string;
  }>;
  nextEmail(): string;
  nextAddress(): string;
}

/**
 * The sign-in endpoints of an API behind a proxy. Attempts are counted per IP address, so each call uses
 * one of another network.
 */
export function createSignIn(api: TestApi): SignIn {
  let addresses = 0;
  const nextAddress = () => {
    addresses += 1;
    return `198.18.${addresses % 250}.${1 + Math.floor(addresses / 250)}`;
  };
  const send: SignIn["send"] = async (name, body, address = nextAddress()) => {
    const path = `/v1/auth/${name}`;
    const response = await api.call(path, { body, headers: { "X-Forwarded-For": address } });
    const route = routes.find((one) => one.method === "post" && one.path === path);
    if (route === undefined) throw new Error(`there is no ${path}`);
    await expectDocumented(route, response.clone());
    return response;
  };
  return {
    send,
    nextAddress,
    nextEmail: () => `person-${randomUUID()}@example.org`,
    async tokens(person) {
      const response = await send("login", person);
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as { accessToken: string; refreshToken: string };
    },
  };
}
