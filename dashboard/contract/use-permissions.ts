import type { RequestInput } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "./queries.ts";

/** Permission that a key may have. */
export type Permission = NonNullable<RequestInput<"createApiKey">["body"]["permissions"]>[number];

/** Returns true if the person may do something in the current organization; false until the account is known. */
export function useCan(permission: Permission): boolean {
  const account = useQuery(read("getAccount", {}));
  return account.data?.permissions.includes(permission) ?? false;
}
